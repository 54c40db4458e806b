import type {
  CallContext,
  CallEvent,
  Link,
  Provider,
  Reply,
  Request,
  Usage,
} from "@promptnce/core";
import { ProviderError } from "@promptnce/core/errors";
import { identityOf } from "@promptnce/providers/contract";
import { withoutCharge } from "./without-charge.ts";

/** A question that waits for others about its prompt, and its caller. */
interface QueuedQuestion {
  readonly request: Request;
  readonly call: CallContext | undefined;
  readonly resolve: (reply: Reply | Promise<Reply>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The link that puts questions about one prompt into one call, up to `questionsPerRequest` of the
 * provider; without that number it changes nothing. Questions go together that are asked in the
 * same turn of the event loop, as those about one x are. The call has one place in the pace, one
 * reservation of the budget and one series of retries. Each question has its own reply, told to its
 * own caller before the place is free, with an equal part of the usage.
 *
 * A question whose answer is missing or cannot be read is asked again alone, and so is each question
 * of a call that the server does not accept: a failure is held against its own question only. What
 * a call without a reply may cost is told to the first caller alone, so that it counts once.
 */
export function together(): Link {
  return (next) => {
    const { questionsPerRequest: most } = next;
    if (most === undefined) return next;
    const open = new Map<string, QueuedQuestion[]>();
    const join = (waiting: QueuedQuestion): void => {
      const key = JSON.stringify(placeOf(waiting.request));
      const group = open.get(key);
      if (group !== undefined && canJoin(group, waiting) && group.length < most) {
        group.push(waiting);
        return;
      }
      const started = [waiting];
      open.set(key, started);
      setTimeout(() => {
        if (open.get(key) === started) open.delete(key);
        void askGroup(next, started);
      });
    };
    return {
      ...identityOf(next),
      complete: (request, call) =>
        request.decision === undefined
          ? next.complete(request, call)
          : new Promise<Reply>((resolve, reject) => join({ request, call, resolve, reject })),
    };
  };
}

/** What requests in one call have in common, beside the settings and signals of their calls. */
function placeOf({ prompt, sample, attempt = 0 }: Request): readonly unknown[] {
  return [prompt, sample, attempt];
}

function canJoin([first]: readonly QueuedQuestion[], { call }: QueuedQuestion): boolean {
  const { closing, settings } = first?.call ?? {};
  return closing === call?.closing && settings === call?.settings;
}

/** Asks the questions in one call, and those that get no answer in it alone. */
async function askGroup(next: Provider, group: readonly QueuedQuestion[]): Promise<void> {
  const alone = (waiting: QueuedQuestion): void =>
    waiting.resolve(next.complete(waiting.request, waiting.call));
  const [first, ...others] = group;
  if (first === undefined) return;
  if (others.length === 0) return alone(first);
  const beside = others.map(({ request }) => request.decision!);
  const stopped = new Map<QueuedQuestion, unknown>();
  try {
    const reply = await next.complete({ ...first.request, beside }, callOf(group, stopped));
    const parts = partsOf(reply);
    for (const [i, waiting] of group.entries()) {
      const part = parts[i];
      if (part === undefined) alone(waiting);
      else waiting.resolve(part);
    }
  } catch (error) {
    if (stopped.size > 0) return leaveOut(stopped, next, group);
    for (const [i, waiting] of group.entries()) {
      if (isOfTheRequest(error)) alone(waiting);
      else waiting.reject(i === 0 ? error : ofAnother(error));
    }
  }
}

/** Asks the others once more without those whose callers have stopped the call before it was sent. */
function leaveOut(
  stopped: ReadonlyMap<QueuedQuestion, unknown>,
  next: Provider,
  group: readonly QueuedQuestion[],
): Promise<void> {
  for (const [waiting, error] of stopped) {
    waiting.reject(error);
  }
  return askGroup(
    next,
    group.filter((waiting) => !stopped.has(waiting)),
  );
}

/**
 * The context of a call for several: each event is told to all, as it concerns each.
 *
 * @param stopped Receives the callers who reject that the call is sent, with their errors.
 */
function callOf(
  group: readonly QueuedQuestion[],
  stopped: Map<QueuedQuestion, unknown>,
): CallContext {
  const { closing, settings } = group[0]?.call ?? {};
  const signal = allAborted(group.map(({ call }) => call?.signal));
  return {
    ...(signal && { signal }),
    ...(closing && { closing }),
    ...(settings && { settings }),
    async tell(event) {
      const events = event.is === "reply" ? repliesOf(event.reply) : sharedOf(event, group.length);
      const told = await Promise.allSettled(
        group.map(async ({ call }, i) => {
          const own = events[i];
          if (own !== undefined) await call?.tell?.(own);
        }),
      );
      for (const [i, one] of told.entries()) {
        if (one.status === "fulfilled") continue;
        if (event.is === "reply") throw one.reason;
        stopped.set(group[i]!, one.reason);
      }
      if (stopped.size > 0) throw [...stopped.values()][0];
    },
  };
}

/** A signal that is aborted once all of these are; absent where one never is. */
function allAborted(signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const distinct = [...new Set(signals)];
  if (distinct.length === 1) return distinct[0];
  const given = distinct.filter((signal) => signal !== undefined);
  if (given.length < distinct.length) return undefined;
  const all = new AbortController();
  const check = (): void => {
    if (given.every(({ aborted }) => aborted)) all.abort(given[0]?.reason);
  };
  for (const signal of given) {
    signal.addEventListener("abort", check, { once: true });
  }
  check();
  return all.signal;
}

/** A reply to several questions as an event for each that has an answer. */
function repliesOf(reply: Reply): readonly (CallEvent | undefined)[] {
  return partsOf(reply).map((part) => part && { is: "reply", reply: part });
}

/** An event for each of several callers; what was charged was charged once. */
function sharedOf(event: CallEvent, callers: number): readonly CallEvent[] {
  const others: CallEvent = event.is === "charged" ? { is: "uncharged" } : event;
  return Array.from({ length: callers }, (_, i) => (i === 0 ? event : others));
}

/** The reply to each question, with its part of the usage; `undefined` where there is no answer. */
function partsOf({ beside = [], usage, ...own }: Reply): readonly (Reply | undefined)[] {
  const replies = [own, ...beside];
  const answered = replies.filter(({ failure }) => failure === undefined).length;
  let place = 0;
  return replies.map((reply) => {
    if (reply.failure !== undefined) return undefined;
    const part = usage && partOf(usage, place++, answered);
    return part ? { ...reply, usage: part } : reply;
  });
}

/** An equal part of a usage in whole tokens: the parts sum to the whole. */
function partOf({ statedUsd, ...tokens }: Usage, place: number, parts: number): Usage {
  const upTo = (count: number, part: number): number => Math.floor((count * part) / parts);
  const shares = Object.entries(tokens).map(
    ([name, count]) => [name, upTo(count, place + 1) - upTo(count, place)] as const,
  );
  const usage = Object.fromEntries(shares) as unknown as Usage;
  return { ...usage, ...(statedUsd !== undefined && { statedUsd: statedUsd / parts }) };
}

/** Whether a call failed by what it asked, so that one of its questions may be the cause. */
function isOfTheRequest(error: unknown): boolean {
  if (!(error instanceof ProviderError) || error.parameter !== undefined) return false;
  return error.kind === "request" || error.kind === "response";
}

/** The error for a caller who does not answer for the charge of the call. */
function ofAnother(error: unknown): unknown {
  return error instanceof ProviderError && error.mayBeBilled ? withoutCharge(error) : error;
}
