import { setTimeout as sleep } from "node:timers/promises";
import type { Provider } from "@promptnce/core";
import { random, type Random } from "@promptnce/core/sampling";
import type { WireAnswer, WireError, WireFault } from "../wire/answer.ts";
import { badRequest } from "../wire/wire-server.ts";
import type { AskedDecisions } from "../wire/asked-decisions.ts";
import type { Wire } from "../wire/wires.ts";
import { decidedReply } from "./decided-reply.ts";
import {
  checkShares,
  drawFault,
  faultAt,
  type FaultKind,
  type FaultShares,
  promptRejection,
  rejection,
} from "./fault.ts";
import { rateLimit } from "./rate-limit.ts";
import type { ServerLog } from "./server-stats.ts";
import { servedModel, simulatedReply, withOddUsage } from "./simulated-reply.ts";

export interface SimulatedServerOptions {
  /** The provider that answers, usually `simulated(…)`. An error that it throws becomes a 400. */
  readonly respondent: Provider;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** The latency of a reply in milliseconds: a number, or a range to draw from. 0 by default. */
  readonly latencyMs?: number | readonly [least: number, most: number];
  readonly faults?: FaultShares;
  /** The milliseconds between the bytes of the fault `drip`; 1,000 by default. */
  readonly dripMs?: number;
  /**
   * Model names for replies, one drawn for each request, as an alias has dated snapshots. By
   * default the one requested.
   */
  readonly served?: readonly string[];
  /**
   * The requests a second above which others are rejected with 429, by a token bucket; no limit by
   * default.
   */
  readonly rateLimit?: number;
  /**
   * The `retry-after` of 429 and 529, in seconds. By default only the 429 of a rate limit has one,
   * the true wait.
   */
  readonly retryAfter?: number;
  /** The parameters that are rejected with 400, as models reject unsupported ones. */
  readonly rejects?: readonly string[];
  /** The seed of faults and latencies; 1 by default. */
  readonly seed?: string | number;
  /**
   * For the vendors' batches: the shares of requests that fail or expire, and the time a batch
   * takes (0 ms by default).
   */
  readonly batches?: {
    readonly errored?: number;
    readonly expired?: number;
    readonly afterMs?: number;
  };
  /** Whether a repeated prompt gets a newly drawn reply. By default it gets the same reply. */
  readonly vary?: boolean;
  /** Called for every batch that is created, with the prompts of its requests. */
  readonly onBatch?: (prompts: readonly string[]) => void;
  /**
   * Called when a request ends, with its outcome as in {@link ServerStats}; a hanging request ends
   * at once.
   */
  readonly onRequest?: (request: { readonly prompt: string; readonly outcome: string }) => void;
}

/** A valid call of a model. */
interface ModelCall {
  readonly wire: Wire;
  readonly number: number;
  readonly model: string;
  readonly prompt: string;
  /** What a decision model is asked. */
  readonly asked?: AskedDecisions | undefined;
}

/** The answer to a call, and the name of its outcome. */
interface NamedAnswer {
  readonly answer: WireAnswer;
  readonly outcome: string;
  /**
   * The milliseconds for which the client is told to wait before sending a rejected prompt again.
   */
  readonly waitMs?: number;
}

/** Milliseconds since 1970, from a clock that is never adjusted. */
const clock = (): number => performance.timeOrigin + performance.now();

/**
 * A function that serves a request: it is rejected by the rate limit, meets a fault, or gets a
 * reply after its latency.
 *
 * @throws RangeError if a share, a latency or the rate limit is out of range, or `empty-bucket` has
 * no rate limit.
 */
export function requestServer(
  options: SimulatedServerOptions,
  log: ServerLog,
): (call: ModelCall) => Promise<NamedAnswer> {
  const {
    respondent,
    faults = {},
    retryAfter,
    seed = 1,
    vary = false,
    served = [],
    dripMs = 1000,
  } = options;
  checkShares(faults);
  const latencyOf = latency(options.latencyMs ?? 0);
  const limit =
    options.rateLimit === undefined
      ? undefined
      : rateLimit(options.rateLimit, faults["empty-bucket"]);
  if (limit === undefined && faults["empty-bucket"]) {
    throw new RangeError("The fault empty-bucket is of a rate limit: give one.");
  }
  let began: number | undefined;

  const meet = async (call: ModelCall, attempt: number, answered: number): Promise<NamedAnswer> => {
    const { wire, prompt } = call;
    const now = clock();
    began ??= now;
    const through = limit?.take(now) ?? true;
    const headers = limit?.headers(wire.vendor, now) ?? {};
    const rejected = (error: WireError, outcome: string, wait?: number): NamedAnswer => {
      const retryAfterHeader = wait !== undefined && { "retry-after": String(wait) };
      const answer = { ...error, headers: { ...headers, ...retryAfterHeader } };
      return { answer, outcome, waitMs: (wait ?? 0) * 1000 };
    };
    if (limit !== undefined && !through) {
      const wait = retryAfter ?? Math.ceil(limit.untilNext(now)) / 1000;
      return rejected(rejection(wire, "429"), "rate-limit", wait);
    }
    const out = faultAt((now - began) / 1000, faults);
    if (out !== undefined) return rejected(rejection(wire, "429"), out, retryAfter);
    const blocked = promptRejection(options, wire, prompt);
    if (blocked !== undefined) return rejected(blocked.error, blocked.fault);
    const source = random(JSON.stringify([seed, prompt, attempt]));
    const fault = drawFault(faults, source);
    if (fault === "500" || fault === "429" || fault === "529") {
      return rejected(rejection(wire, fault), fault, fault === "500" ? undefined : retryAfter);
    }
    await sleep(latencyOf(source));
    if (fault === "error-200")
      return { answer: { json: wire.error("server_error", NO_MODEL) }, outcome: fault };
    const onWire = ON_WIRE.find((one) => one === fault);
    if (onWire !== undefined)
      return { answer: { fault: onWire, everyMs: dripMs }, outcome: onWire };
    try {
      const sample = vary ? answered : 0;
      const model = servedModel(served, call.model, source);
      const { number, asked } = call;
      const made =
        asked === undefined
          ? simulatedReply(number, model, await respondent.complete({ prompt, sample }), fault)
          : await decidedReply(respondent, asked, { number, model, sample, fault });
      const odd = fault === "odd-usage" && { json: withOddUsage(wire.reply(made), source) };
      return { answer: { ...(odd || { reply: made }), headers }, outcome: fault ?? "ok" };
    } catch (error) {
      // The respondent does not know the wording or the input; a retry would not help.
      return {
        answer: badRequest(error instanceof Error ? error.message : String(error)),
        outcome: "bad-request",
      };
    }
  };

  return async (call) => {
    const { attempt, answered, left } = log.arrived(call.prompt, clock());
    const served = await meet(call, attempt, answered);
    left(served.outcome, clock() + (served.waitMs ?? 0));
    return served;
  };
}

const NO_MODEL = "The model is not loaded (simulated).";

/** The faults in which the server sends something other than a valid response. */
const ON_WIRE: readonly (FaultKind & WireFault)[] = [
  "hang",
  "drop",
  "cut",
  "garbled",
  "drip",
  "bomb",
];

function latency(range: number | readonly [number, number]): (source: Random) => number {
  const [least, most] = typeof range === "number" ? [range, range] : range;
  if (!(least >= 0 && most >= least && Number.isFinite(most))) {
    throw new RangeError(
      `The latency is ${[range].flat().join(" to ")} ms: give a number of 0 or more, or a range of two with the smaller first.`,
    );
  }
  return (source) => (most === least ? least : least + source.uniform() * (most - least));
}
