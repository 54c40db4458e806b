import { setTimeout as sleep } from "node:timers/promises";
import type { Provider } from "@promptnce/core";
import { random, type Random } from "@promptnce/core/sampling";
import type { WireAnswer, WireError, WireFault } from "../wire/answer.ts";
import { badRequest } from "../wire/wire-server.ts";
import type { Wire } from "../wire/wires.ts";
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
  /** Who answers: `simulated(…)`, or any provider. What it throws is a 400. */
  readonly respondent: Provider;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** How long a reply takes, in milliseconds: a number, or a range to draw from. 0 by default. */
  readonly latencyMs?: number | readonly [least: number, most: number];
  readonly faults?: FaultShares;
  /** Milliseconds from byte to byte of the fault `drip`; 1,000 by default. */
  readonly dripMs?: number;
  /** The names in which replies come, drawn by request: the dated snapshots behind an alias. By default the one asked. */
  readonly served?: readonly string[];
  /** Requests a second above which the rest are told 429, as by a vendor's token bucket. */
  readonly rateLimit?: number;
  /** `retry-after` of 429 and 529, in seconds. By default 429 of a rate limit says the true wait. */
  readonly retryAfter?: number;
  /** Parameters that are answered with 400, as models do with those that they do not take. */
  readonly rejects?: readonly string[];
  /** Fixes faults and latencies. 1 by default. */
  readonly seed?: string | number;
  /** Of the vendors' batches: the shares that fail, and how long a batch takes (0 ms by default). */
  readonly batches?: {
    readonly errored?: number;
    readonly expired?: number;
    readonly afterMs?: number;
  };
  /** Whether a prompt that comes again is a new draw. By default it gets the same reply. */
  readonly vary?: boolean;
  /** Told of every batch that is created, with the prompts of its requests. */
  readonly onBatch?: (prompts: readonly string[]) => void;
  /** Told what became of every prompt, as {@link ServerStats} calls it, when it is over; a hanging one is over at once. */
  readonly onRequest?: (request: { readonly prompt: string; readonly outcome: string }) => void;
}

/** A call of a model that was understood. */
interface ModelCall {
  readonly wire: Wire;
  readonly number: number;
  readonly model: string;
  readonly prompt: string;
}

/** What is done with it, and what that is called. */
interface Served {
  readonly answer: WireAnswer;
  readonly outcome: string;
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
export function requestServer(
  options: SimulatedServerOptions,
  log: ServerLog,
): (call: ModelCall) => Promise<Served> {
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

  const meet = async (call: ModelCall, attempt: number, answered: number): Promise<Served> => {
    const { wire, prompt } = call;
    const now = clock();
    began ??= now;
    const through = limit?.take(now) ?? true;
    const headers = limit?.headers(wire.vendor, now) ?? {};
    const rejected = (error: WireError, outcome: string, wait?: number): Served => {
      const asked = wait === undefined ? headers : { ...headers, "retry-after": String(wait) };
      return { answer: { ...error, headers: asked }, outcome, waitMs: (wait ?? 0) * 1000 };
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
      const reply = await respondent.complete({ prompt, sample: vary ? answered : 0 });
      const made = simulatedReply(
        call.number,
        servedModel(served, call.model, source),
        reply,
        fault,
      );
      const odd = fault === "odd-usage" && { json: withOddUsage(wire.reply(made), source) };
      return { answer: { ...(odd || { reply: made }), headers }, outcome: fault ?? "ok" };
    } catch (error) {
      // A wording or an input that nobody knows; asking again would not help.
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

/** What the wire does in the place of an answer. */
const ON_WIRE: readonly (FaultKind & WireFault)[] = [
  "hang",
  "drop",
  "cut",
  "garbled",
  "drip",
  "bomb",
];

function latency(given: number | readonly [number, number]): (source: Random) => number {
  const [least, most] = typeof given === "number" ? [given, given] : given;
  if (!(least >= 0 && most >= least && Number.isFinite(most))) {
    throw new RangeError(
      `The latency is ${[given].flat().join(" to ")} ms: give a number from 0, or a range of two with the smaller first.`,
    );
  }
  return (source) => (most === least ? least : least + source.uniform() * (most - least));
}
