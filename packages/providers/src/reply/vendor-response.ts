import * as z from "zod/mini";
import { redact } from "../call/redact.ts";
import {
  failureKind,
  isOfPrompt,
  statedError,
  type StatedFailure,
  statedFailure,
} from "../call/stated-failure.ts";
import { at, parsedJson } from "@promptnce/core/json";
import type { StatusError } from "../call/vendor-error.ts";
import { ProviderError, type ProviderErrorOptions } from "@promptnce/core/errors";
import { usageOf } from "./lenient-reply.ts";

/**
 * A vendor's response, or a part of one, parsed for the few fields that are used.
 *
 * @param whole The response that it is a part of.
 * @throws ProviderError from {@link unusableResponse}, naming the field: such a server only
 *   resembles the vendor.
 */
export function vendorResponse<T>(
  schema: z.core.$ZodType<T>,
  response: unknown,
  title: string,
  whole: unknown = response,
): T {
  const parsed = z.safeParse(schema, response, {
    error: (issue) =>
      issue.code === "invalid_type" ? `must be of the type ${issue.expected}` : undefined,
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? "the whole" : issue.path.join(".");
  // A part may state its own error.
  throw unusableResponse(
    statedError(response) === undefined ? whole : response,
    title,
    `in an unknown shape (${place}: ${issue?.message ?? "unknown"})`,
  );
}

/**
 * The error of a response with status 200 that is not a reply. It quotes what was received: the
 * server's own sentence where it states an error, a gateway's page, or a description of the JSON.
 * An error that the server states is handled as one with its status; any other request may be
 * retried.
 *
 * @param advice What to do about the address, behind the sentence on a response without an error.
 */
export function unusableResponse(
  response: unknown,
  title: string,
  description: string,
  advice = "",
): ProviderError {
  const stated = statedFailure(response);
  // A code says that this is a failure, even without a sentence.
  const words = stated.words ?? (stated.status === undefined ? undefined : textOf(response));
  const found = { ...stated, words };
  const page = typeof response === "string";
  const how = page ? "with something that is not JSON" : description;
  const sentence =
    found.words === undefined
      ? `${how}: check the base URL and that the server speaks this interface.${advice}`
      : `with an error, though with status 200: ${redact(found.words, undefined)}`;
  return new ProviderError(`${title} answered ${sentence}`, {
    ...statedOptions(found),
    body: page ? response : textOf(response),
  });
}

/** How the failure is handled that a response with status 200 states, if it states one. */
function statedOptions(found: StatedFailure): ProviderErrorOptions {
  const { words, status, delayMs } = found;
  if (words === undefined) return { kind: "response", retryable: true, mayBeBilled: true };
  const meant = failureKind(status ?? 400, found);
  // A server that says so with status 200 may mean another request than this one.
  const kind = meant === "request" && !isOfPrompt(words) ? "response" : meant;
  const retryable = ["response", "rate-limit", "server"].includes(kind);
  return { kind, retryable, status, retryAfterMs: delayMs };
}

/**
 * The response as text to be kept; where it is nested too deeply to be serialized, a note that says
 * so.
 */
function textOf(response: unknown): string {
  try {
    // An SDK's result contains headers as well.
    return JSON.stringify(response, (name, value: unknown) => (name === "headers" ? null : value));
  } catch (error) {
    if (error instanceof RangeError) return "(JSON that is nested too deep to be kept)";
    throw error;
  }
}

/**
 * The words for a text that the vendor failed to complete: also DeepSeek's, Z.ai's and SGLang's.
 */
const FAILED: readonly unknown[] = [
  "error",
  "insufficient_system_resource",
  "network_error",
  "abort",
];

/**
 * Checks that an answer with status 200 was generated completely. Gateways report a failure of the
 * vendor behind them inside such an answer, as an `error` or as the reason why the text ended.
 *
 * @param answer The choice that holds the text, or an error in its place.
 * @param ended Why the text ended, in the vendor's own word.
 * @throws ProviderError with the vendor's words; the same request may succeed later.
 */
export function checkMade(answer: unknown, ended: unknown, response: unknown, title: string): void {
  const answerError = at(answer, "error") ?? undefined;
  // OpenRouter's own word for an end may be "stop" where the vendor behind it broke off.
  const failed = [ended, at(answer, "native_finish_reason")].find((word) => FAILED.includes(word));
  if (answerError === undefined && failed === undefined) return;
  const error = answerError ?? at(response, "error");
  const found = statedFailure({ error });
  const words = found.words ?? String(failed ?? ended);
  const kind = failureKind(found.status ?? 500, { ...found, words });
  // The output generated before the failure is charged if it was counted.
  const outputTokens = usageOf(at(response, "usage"))?.outputTokens ?? 0;
  const sentence = `${title} failed while it answered, though with status 200: ${redact(words, undefined)}`;
  throw new ProviderError(sentence, {
    kind,
    retryable: kind === "rate-limit" || kind === "server",
    status: found.status,
    retryAfterMs: found.delayMs,
    mayBeBilled: outputTokens > 0,
    body: textOf(response),
  });
}

/**
 * The error of an unsuccessful response, with the server's own words or, where it states none, with
 * its whole body. `vendorError` turns it into a sentence, and removes the key.
 *
 * @param asked What the words are about, to stand before them.
 */
export async function statusErrorOf(response: Response, asked = ""): Promise<StatusError> {
  const { status, headers } = response;
  // The status says enough where the body cannot be read.
  const text = await response.text().catch(() => "");
  const error = parsedJson(text);
  const words = (statedError(error) ?? text) || "no reason given";
  return Object.assign(new Error(asked + words), { status, headers, error });
}
