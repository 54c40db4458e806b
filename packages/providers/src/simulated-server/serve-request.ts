import { setTimeout as sleep } from "node:timers/promises";
import { random, type Random } from "@promptnce/core";
import { at } from "../call/untyped-json.ts";
import type { Answer, WireError } from "../wire/answer.ts";
import { badRequest } from "../wire/wire-server.ts";
import type { Wire } from "../wire/wires.ts";
import { checkShares, drawFault } from "./fault.ts";
import { rateLimit } from "./rate-limit.ts";
import type { Outcome, ServerLog } from "./server-stats.ts";
import { simulatedReply } from "./simulated-reply.ts";
import type { SimulatedServerOptions } from "./simulated-server-options.ts";

/** A call of a model that was understood. */
interface ModelCall {
  readonly wire: Wire;
  readonly number: number;
  readonly model: string;
  readonly prompt: string;
}

/** What is done with it, and what that is called. */
interface Served {
  readonly answer: Answer;
  readonly outcome: Outcome;
  /** Milliseconds for which a rejected prompt is asked to stay away. */
  readonly waitMs?: number;
}

/** Milliseconds since 1970, without the steps of a clock that is put right. */
const clock = (): number => performance.timeOrigin + performance.now();

/**
 * Decides what each request meets: the rate limit, a fault, or a reply after its latency.
 *
 * @throws RangeError where a share, a latency or the rate limit makes no sense.
 */
export function requestServer(options: SimulatedServerOptions, log: ServerLog): (call: ModelCall) => Promise<Served> {
  const { respondent, faults = {}, retryAfter, seed = 1, vary = false } = options;
  checkShares(faults);
  const latencyOf = latency(options.latencyMs ?? 0);
  const limit = options.rateLimit === undefined ? undefined : rateLimit(options.rateLimit, clock());

  const meet = async (call: ModelCall, attempt: number, answered: number): Promise<Served> => {
    const { vendor } = call.wire;
    const now = clock();
    const through = limit?.take(now) ?? true;
    const headers = limit?.headers(vendor, now) ?? {};
    const rejected = (status: 429 | 500 | 529, outcome: Outcome, wait?: number): Served => {
      const asked = wait === undefined ? headers : { ...headers, "retry-after": String(wait) };
      return { answer: { ...rejection(vendor, status), headers: asked }, outcome, waitMs: (wait ?? 0) * 1000 };
    };
    if (limit !== undefined && !through) {
      return rejected(429, "rate-limit", retryAfter ?? Math.ceil(limit.untilNext(now)) / 1000);
    }
    const source = random(JSON.stringify([seed, call.prompt, attempt]));
    const fault = drawFault(faults, source);
    if (fault === "hang" || fault === "drop") return { answer: { fault }, outcome: fault };
    if (fault === "500") return rejected(500, fault);
    if (fault === "429" || fault === "529") return rejected(fault === "429" ? 429 : 529, fault, retryAfter);
    await sleep(latencyOf(source));
    if (fault === "cut") return { answer: { fault }, outcome: fault };
    if (fault === "garbled") return { answer: { fault: "malformed" }, outcome: fault };
    try {
      const reply = await respondent.complete({ prompt: call.prompt, sample: vary ? answered : 0 });
      const answer = { reply: simulatedReply(call.number, call.model, reply, fault), headers };
      return { answer, outcome: fault ?? "ok" };
    } catch (error) {
      // A wording or an input that nobody knows; asking again would not help.
      return { answer: badRequest(error instanceof Error ? error.message : String(error)), outcome: "bad-request" };
    }
  };

  return async (call) => {
    const { attempt, answered, left } = log.arrived(call.prompt, clock());
    const served = await meet(call, attempt, answered);
    left(served.outcome, clock() + (served.waitMs ?? 0));
    return served;
  };
}

const REJECTIONS = {
  429: { anthropic: "rate_limit_error", openai: "rate_limit_exceeded", message: "Too many requests (simulated)." },
  500: { anthropic: "api_error", openai: "server_error", message: "Something failed here (simulated)." },
  529: { anthropic: "overloaded_error", openai: "server_is_overloaded", message: "Overloaded (simulated)." },
} as const;

/** An error that is no fault of the request, as the vendor words it. */
export function rejection(vendor: Wire["vendor"], status: keyof typeof REJECTIONS): WireError {
  const { message, [vendor]: type } = REJECTIONS[status];
  return { status, type, message };
}

/** What is wrong with a body that has a parameter which the server is to reject; `undefined` where it has none. */
export function rejectedParameter({ rejects }: SimulatedServerOptions, body: unknown): string | undefined {
  const name = rejects?.find((one) => at(body, one) !== undefined);
  return name === undefined ? undefined : `Unsupported parameter: ${name} (simulated).`;
}

function latency(given: number | readonly [number, number]): (source: Random) => number {
  const [least, most] = typeof given === "number" ? [given, given] : given;
  if (!(least >= 0 && most >= least && Number.isFinite(most))) {
    throw new RangeError(
      `The latency is ${[given].flat().join(" to ")} ms: give a number from 0, or a range of two with the smaller first.`,
    );
  }
  return (source) => (most === least ? least : least + source.uniform() * (most - least));
}
