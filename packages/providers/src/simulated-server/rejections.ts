import { random } from "@promptnce/core";
import { at } from "../call/untyped-json.ts";
import type { WireError } from "../wire/answer.ts";
import type { Wire } from "../wire/wires.ts";
import { drawFault, type FaultKind } from "./fault.ts";
import type { SimulatedServerOptions } from "./simulated-server-options.ts";

const REJECTIONS = {
  "429": { anthropic: "rate_limit_error", openai: "rate_limit_exceeded", message: "Too many requests (simulated)." },
  "500": { anthropic: "api_error", openai: "server_error", message: "Something failed here (simulated)." },
  "529": { anthropic: "overloaded_error", openai: "server_is_overloaded", message: "Overloaded (simulated)." },
} as const;

/** An error that is no fault of the request, as the vendor words it. */
export function rejection({ vendor }: Wire, status: keyof typeof REJECTIONS): WireError {
  const { message, [vendor]: type } = REJECTIONS[status];
  return { status: Number(status), type, message };
}

/** What the prompt meets each time it comes: the error of its fault, if it has one. */
export function promptRejection(
  { faults = {}, seed = 1 }: SimulatedServerOptions,
  wire: Wire,
  prompt: string,
): { readonly fault: FaultKind; readonly error: WireError } | undefined {
  const fault = drawFault(faults, random(JSON.stringify([seed, prompt])), "prompt");
  if (fault === undefined) return undefined;
  if (fault === "poison") return { fault, error: rejection(wire, "500") };
  const message = "The prompt was blocked by the content filtering policy (simulated).";
  const openai = wire.path === "/responses" ? "invalid_prompt" : "content_filter";
  return { fault, error: { status: 400, type: wire.vendor === "openai" ? openai : "invalid_request_error", message } };
}

/** What is wrong with a body that has a parameter which the server is to reject; `undefined` where it has none. */
export function rejectedParameter({ rejects }: SimulatedServerOptions, body: unknown): string | undefined {
  const name = rejects?.find((one) => at(body, one) !== undefined);
  return name === undefined ? undefined : `Unsupported parameter: ${name} (simulated).`;
}
