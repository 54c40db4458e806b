import { setTimeout as sleep } from "node:timers/promises";
import { random, type Random, type Reply } from "@promptnce/core";
import type { Act } from "../wire/act.ts";
import { checkShares, drawFault, type FaultKind } from "./fault.ts";
import { limitHeaders } from "./limit-headers.ts";
import { rejection } from "./rejection.ts";
import type { Outcome, ServerLog } from "./server-stats.ts";
import { simulatedReplyId } from "./simulated-reply.ts";
import type { SimulatedServerOptions } from "./simulated-server-options.ts";
import { tokenBucket } from "./token-bucket.ts";
import { unreadableReply } from "./unreadable-reply.ts";
import type { Wire, WireReply } from "../wire/wire.ts";

/** A call of a model that was understood. */
interface ModelCall {
  readonly wire: Wire;
  readonly number: number;
  readonly model: string;
  readonly prompt: string;
}

/** What is done with it, and what that is called. */
interface Served {
  readonly act: Act;
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
  const { respondent, faults = {}, rateLimit, retryAfter, seed = 1, vary = false } = options;
  checkShares(faults);
  const latencyOf = latency(options.latencyMs ?? 0);
  const bucket = rateLimit === undefined ? undefined : tokenBucket(rateLimit, clock());

  const meet = async (call: ModelCall, attempt: number, answered: number): Promise<Served> => {
    const { vendor } = call.wire;
    const now = clock();
    const through = bucket?.take(now) ?? true;
    const headers = bucket === undefined ? {} : limitHeaders(vendor, bucket, now);
    if (bucket !== undefined && !through) {
      const wait = retryAfter ?? Math.ceil(bucket.untilNext(now)) / 1000;
      const act = rejection(vendor, 429, headers, wait);
      return { act, outcome: "rate-limit", waitMs: wait * 1000 };
    }
    const source = random(JSON.stringify([seed, call.prompt, attempt]));
    const fault = drawFault(faults, source);
    const refused = atOnce(fault, vendor, headers, retryAfter);
    if (refused !== undefined) return refused;
    await sleep(latencyOf(source));
    if (fault === "cut" || fault === "garbled") {
      return { act: { act: fault === "cut" ? "cut" : "malformed" }, outcome: fault };
    }
    try {
      const request = { prompt: call.prompt, sample: vary ? answered : 0 };
      const reply = wireReply(call, await respondent.complete(request), fault);
      return { act: { act: "reply", reply, headers }, outcome: fault ?? "ok" };
    } catch (error) {
      // A wording or an input that nobody knows; asking again would not help.
      const message = error instanceof Error ? error.message : String(error);
      return { act: badRequest(message), outcome: "bad-request" };
    }
  };

  return async (call) => {
    const { attempt, answered } = log.arrived(call.prompt, clock());
    const served = await meet(call, attempt, answered);
    const { outcome, waitMs } = served;
    log.left(call.prompt, outcome, waitMs === undefined ? 0 : clock() + waitMs);
    return served;
  };
}

/** A request that cannot be served as it is. */
export function badRequest(message: string): Act {
  return { act: "error", status: 400, type: "invalid_request_error", message };
}

/** The faults that keep nobody waiting for a model. */
function atOnce(
  fault: FaultKind | undefined,
  vendor: Wire["vendor"],
  headers: Readonly<Record<string, string>>,
  retryAfter: number | undefined,
): Served | undefined {
  if (fault === "hang" || fault === "drop") return { act: { act: fault }, outcome: fault };
  if (fault !== "429" && fault !== "500" && fault !== "529") return undefined;
  const wait = fault === "500" ? undefined : retryAfter;
  const act = rejection(vendor, Number(fault) as 429 | 500 | 529, headers, wait);
  return { act, outcome: fault, ...(wait !== undefined && { waitMs: wait * 1000 }) };
}

function wireReply(
  { number, model }: ModelCall,
  { text, stop, usage }: Reply,
  fault: FaultKind | undefined,
): WireReply {
  const spoiled = fault === "malformed" || fault === "truncated" || fault === "refusal";
  const written = spoiled ? unreadableReply(fault, text) : { text, stop: stop === "other" ? ("end" as const) : stop };
  return {
    id: simulatedReplyId(number),
    model,
    ...written,
    usage: usage ?? { inputTokens: 0, outputTokens: 0 },
  };
}

/** Draws a latency in milliseconds. */
function latency(given: number | readonly [number, number]): (source: Random) => number {
  const [least, most] = typeof given === "number" ? [given, given] : given;
  if (!(least >= 0 && most >= least && Number.isFinite(most))) {
    throw new RangeError(
      `The latency is ${[given].flat().join(" to ")} ms: give a number from 0, or a range of two with the smaller first.`,
    );
  }
  return (source) => (most === least ? least : least + source.uniform() * (most - least));
}
