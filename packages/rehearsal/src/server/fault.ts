import { random, type Random } from "@promptnce/core/sampling";
import { at } from "@promptnce/core/json";
import type { WireError } from "../wire/answer.ts";
import type { Wire } from "../wire/wires.ts";

/** The faults of the simulated server by name, and what decides whether a request meets each. */
const DECIDED_BY = {
  "429": "request", // Rejected: too many requests.
  "500": "request", // Rejected: the vendor failed.
  "529": "request", // Rejected: the vendor is overloaded.
  hang: "request", // Never answered.
  drop: "request", // The connection ends without a response.
  cut: "request", // The connection ends in the middle of the response.
  garbled: "request", // The response is not JSON.
  drip: "request", // The response comes a byte a second.
  bomb: "request", // The response is a megabyte that unpacks to a gigabyte.
  "error-200": "request", // The response is an error with status 200.
  malformed: "request", // JSON with question marks in place of its numbers.
  truncated: "request", // The text ends in the middle; the response says it met its limit.
  refusal: "request", // The model declines.
  "odd-usage": "request", // Valid; `usage` is missing, or has nulls, strings, negative counts.
  parts: "request", // A valid answer whose text comes in two parts.
  thinking: "request", // A valid answer with many reasoning tokens.
  "odd-choice": "request", // Of decisions: the choice is the least probable option.
  booleans: "request", // Of decisions: a boolean among the options.
  "content-filter": "prompt", // Rejected every time: the vendor's filter blocks the prompt.
  poison: "prompt", // The vendor fails every time.
  hiccup: "time", // Every request gets 429, for so many seconds from the first one.
  burst: "time", // The same, starting at `BURST_AFTER_S`.
  "empty-bucket": "time", // So many seconds of the rate limit are used up at the start; 1 is all.
} as const;

export type FaultKind = keyof typeof DECIDED_BY;

/** The faults in the order in which they are drawn. */
const faultKinds = Object.keys(DECIDED_BY) as readonly FaultKind[];

/** The faults whose answers are still valid. */
export const harmless: ReadonlySet<string> = new Set<FaultKind>([
  "odd-usage",
  "parts",
  "thinking",
  "odd-choice",
]);

/**
 * The size of each fault. For `content-filter` and `poison` it is the share of prompts that meet
 * the fault; for `hiccup`, `burst` and `empty-bucket`, a number of seconds; for all others, the
 * share of requests. Shares are in [0, 1] and sum to at most 1.
 */
export type FaultShares = Readonly<Partial<Record<FaultKind, number>>>;

/**
 * Checks the shares that a user gave.
 *
 * @throws RangeError for an unknown fault, a share or time out of range, or shares that sum to more
 * than 1.
 */
export function checkShares(shares: FaultShares): void {
  let sum = 0;
  for (const [kind, share] of Object.entries(shares)) {
    if (!Object.hasOwn(DECIDED_BY, kind)) {
      throw new RangeError(
        `There is no fault ${JSON.stringify(kind)}: name any of ${faultKinds.join(", ")}.`,
      );
    }
    const isTime = DECIDED_BY[kind as FaultKind] === "time";
    if (!(share >= 0 && share <= (isTime ? 86_400 : 1))) {
      const [what, wanted] = isTime
        ? ["time", "seconds from 0 to 86400"]
        : ["share", "a number from 0 to 1"];
      throw new RangeError(`The ${what} of the fault ${kind} is ${share}: give ${wanted}.`);
    }
    if (!isTime) sum += share;
  }
  if (sum > 1 + 1e-9) {
    throw new RangeError(`The shares of the faults sum to ${sum}: let them sum to 1 at most.`);
  }
}

/**
 * The fault that a request meets, or `undefined`: one draw among the faults that the request, or
 * its prompt, decides.
 */
export function drawFault(
  shares: FaultShares,
  source: Random,
  by: "request" | "prompt" = "request",
): FaultKind | undefined {
  let left = source.uniform();
  for (const kind of faultKinds) {
    if (DECIDED_BY[kind] !== by) continue;
    left -= shares[kind] ?? 0;
    if (left < 0) return kind;
  }
  return undefined;
}

/**
 * The start of a burst, in seconds from the first request: in the middle of a run, once its pace
 * has settled.
 */
const BURST_AFTER_S = 3;

/**
 * The fault that rejects all requests at this many seconds after the first; `undefined` if none
 * does.
 */
export function faultAt(
  seconds: number,
  { hiccup = 0, burst = 0 }: FaultShares,
): FaultKind | undefined {
  if (seconds < hiccup) return "hiccup";
  return seconds >= BURST_AFTER_S && seconds < BURST_AFTER_S + burst ? "burst" : undefined;
}

const REJECTIONS = {
  "429": {
    anthropic: "rate_limit_error",
    openai: "rate_limit_exceeded",
    message: "Too many requests (simulated).",
  },
  "500": {
    anthropic: "api_error",
    openai: "server_error",
    message: "Something failed here (simulated).",
  },
  "529": {
    anthropic: "overloaded_error",
    openai: "server_is_overloaded",
    message: "Overloaded (simulated).",
  },
} as const;

/** An error that the request did not cause, in the vendor's words. */
export function rejection({ vendor }: Wire, status: keyof typeof REJECTIONS): WireError {
  const { message, [vendor]: type } = REJECTIONS[status];
  return { status: Number(status), type, message };
}

/** The fault that a prompt meets every time, with its error; `undefined` if it meets none. */
export function promptRejection(
  { faults = {}, seed = 1 }: { readonly faults?: FaultShares; readonly seed?: string | number },
  wire: Wire,
  prompt: string,
): { readonly fault: FaultKind; readonly error: WireError } | undefined {
  const fault = drawFault(faults, random(JSON.stringify([seed, prompt])), "prompt");
  if (fault === undefined) return undefined;
  if (fault === "poison") return { fault, error: rejection(wire, "500") };
  const message = "The prompt was blocked by the content filtering policy (simulated).";
  const openai = wire.path === "/responses" ? "invalid_prompt" : "content_filter";
  return {
    fault,
    error: {
      status: 400,
      type: wire.vendor === "openai" ? openai : "invalid_request_error",
      message,
    },
  };
}

/**
 * The error message for a body with a parameter that the server is to reject; `undefined` if it has
 * none.
 */
export function rejectedParameter(
  { rejects }: { readonly rejects?: readonly string[] },
  body: unknown,
): string | undefined {
  const name = rejects?.find((one) => at(body, one) !== undefined);
  return name === undefined ? undefined : `Unsupported parameter: ${name} (simulated).`;
}
