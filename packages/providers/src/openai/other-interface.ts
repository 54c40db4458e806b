import { at, parsedJson } from "@promptnce/core/json";
import { addressAdvice } from "../call/address-advice.ts";
import { statedError } from "../call/stated-failure.ts";
import type { StatusError, Vendor } from "../call/vendor-error.ts";
import { wrongRequest } from "../errors/errors.ts";
import { unusableResponse } from "../reply/vendor-response.ts";

/** What LM Studio says, with status 200, of a path that it does not know. */
const UNKNOWN_PATH = /^unexpected endpoint or method\b/i;

/**
 * Checks that a response with status 200 comes from Chat Completions, rather than from whatever
 * else is at the server's address.
 *
 * @throws ProviderError that names the address to give, as far as it is known.
 */
export function checkInterface(raw: unknown, vendor: Vendor): void {
  const { title, address } = vendor;
  const [line = ""] = typeof raw === "string" ? raw.split("\n") : [];
  if (isOllamas(raw) || isOllamas(parsedJson(line))) {
    // It would ignore temperature, schema and limit, which it takes elsewhere in a body.
    const base = `${new URL(address!).origin}/v1`;
    const isGiven = address!.replace(/\/+$/, "") === base;
    throw wrongRequest(
      (write) =>
        `${title} answered as Ollama's own interface does, which does not take settings as they are sent here: ${isGiven ? `check where ${write("baseURL")} leads` : `give ${write("baseURL", base)}`}.`,
    );
  }
  const words = statedError(raw) ?? "";
  if (UNKNOWN_PATH.test(words)) {
    const told = { status: 404, headers: new Headers(), error: raw };
    throw Object.assign(new Error(words), told) satisfies StatusError;
  }
  if (typeof raw === "string") throw unusableResponse(raw, title, "", addressAdvice(address));
}

/** Whether a value is an answer of `/api/chat` or `/api/generate`, or a part of one. */
function isOllamas(value: unknown): boolean {
  const texts = [at(value, "message", "content"), at(value, "response")];
  return typeof at(value, "done") === "boolean" && texts.some((text) => typeof text === "string");
}
