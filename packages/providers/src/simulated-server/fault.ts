import { random, type Random } from "@promptnce/core/sampling";
import { at } from "../call/untyped-json.ts";
import type { WireError } from "../wire/answer.ts";
import type { Wire } from "../wire/wires.ts";

/** What the simulated server can do wrong, by the names that are used to order it, and what decides who meets it. */
const DECIDED_BY = {
  "429": "request", // Rejected: too many requests.
  "500": "request", // Rejected: the vendor failed.
  "529": "request", // Rejected: the vendor is overloaded.
  hang: "request", // Never answered.
  drop: "request", // The connection ends without a word.
  cut: "request", // The connection ends in the middle of the response.
  garbled: "request", // The response is no JSON.
  drip: "request", // The response comes a byte a second.
  bomb: "request", // The response is a megabyte that unpacks to a gigabyte.
  "error-200": "request", // The response is an error with status 200.
  malformed: "request", // The model's text is JSON with something other than numbers in it.
  truncated: "request", // The model's text ends in the middle, and the response says that it reached its limit.
  refusal: "request", // The model declines.
  "odd-usage": "request", // A good answer whose `usage` is missing, or has nulls, strings or negatives in it.
  parts: "request", // A good answer whose text is in two parts.
  thinking: "request", // A good answer before which many tokens were thought.
  "content-filter": "prompt", // Rejected each time: the vendor's filter takes offence at the prompt.
  poison: "prompt", // The vendor fails each time.
  hiccup: "time", // Everything is rejected with 429 for so many seconds from the first request.
  burst: "time", // The same, from `BURST_AFTER_S` on.
  "empty-bucket": "time", // Of the rate limit so many seconds' worth are used up before the first request; 1 is an empty bucket.
} as const;

export type FaultKind = keyof typeof DECIDED_BY;

/** In the order in which they are drawn. */
const faultKinds = Object.keys(DECIDED_BY) as readonly FaultKind[];

/** Those that leave an answer as good as it was. */
export const harmless: ReadonlySet<string> = new Set<FaultKind>(["odd-usage", "parts", "thinking"]);

/**
 * The share of the prompts that meet `content-filter` and `poison` and of the other requests that meet each other
 * fault, in [0, 1], at most 1 together; of `hiccup`, `burst` and `empty-bucket` the seconds.
 */
export type FaultShares = Readonly<Partial<Record<FaultKind, number>>>;

/**
 * Checks shares that a user has given.
 *
 * @throws RangeError naming the fault, or that they are more than all together.
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

/** The fault that one request meets, if any: one draw with the shares of those that it, or its prompt, decides. */
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

/** When a burst begins, in seconds from the first request: in the middle of a run, when its pace has settled. */
const BURST_AFTER_S = 3;

/** The fault in which everything is rejected so many seconds after the first request. */
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

/** An error that is no fault of the request, as the vendor words it. */
export function rejection({ vendor }: Wire, status: keyof typeof REJECTIONS): WireError {
  const { message, [vendor]: type } = REJECTIONS[status];
  return { status: Number(status), type, message };
}

/** What the prompt meets each time it comes: the error of its fault, if it has one. */
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

/** What is wrong with a body that has a parameter which the server is to reject; `undefined` where it has none. */
export function rejectedParameter(
  { rejects }: { readonly rejects?: readonly string[] },
  body: unknown,
): string | undefined {
  const name = rejects?.find((one) => at(body, one) !== undefined);
  return name === undefined ? undefined : `Unsupported parameter: ${name} (simulated).`;
}
