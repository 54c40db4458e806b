import { setImmediate } from "node:timers/promises";
import { type OwnPrices, priceOf, type RunningCost, runningCost } from "@promptnce/engine/money";
import { type JournalRecord, followJournal } from "@promptnce/engine/journal";

/** The contents of a journal, shared by all viewers. */
export interface JournalCounts {
  readonly replies: number;
  readonly lastMinute: number;
  /** The cost in US dollars at list prices; `undefined` if the price of a model is unknown. */
  readonly usd: number | undefined;
  /** The error of the last request that failed permanently, if any. */
  readonly failure: string | undefined;
  /** The latest replies, newest first. */
  readonly newest: readonly JournalRecord[];
}

const NEWEST = 5;
const MINUTE_MS = 60_000;
/** The number of records read before yielding to other tasks. */
const TURN = 500;

/**
 * Counts the contents of a journal. Each call reads only what was appended since the last, however
 * many viewers call at once.
 */
export function watchJournal(path: string, prices?: OwnPrices): () => Promise<JournalCounts> {
  const appended = followJournal(path);
  const costs = new Map<string, { readonly sum: RunningCost; readonly known: boolean }>();
  let [replies, newest, times]: [number, JournalRecord[], number[]] = [0, [], []];
  let failure: string | undefined;
  const read = async (): Promise<JournalCounts> => {
    const before = Date.now() - MINUTE_MS;
    let turn = 0;
    for (const record of appended()) {
      const { provider, model } = record;
      const id = JSON.stringify([provider, model]);
      const price = costs.has(id) ? undefined : await priceOf({ ...prices, provider, model });
      const cost = costs.get(id) ?? { sum: runningCost(price), known: price !== undefined };
      costs.set(id, cost);
      cost.sum.add(record);
      if (record.charge !== true) {
        replies++;
        failure = record.reply.failure?.message ?? failure;
        newest = [record, ...newest.slice(0, NEWEST - 1)];
        if (Date.parse(record.at) > before) times.push(Date.parse(record.at));
      }
      if (++turn % TURN === 0) await setImmediate();
    }
    times = times.filter((time) => time > before);
    const all = [...costs.values()];
    const usd = all.every(({ known }) => known)
      ? all.reduce((total, { sum }) => total + sum.all().usd, 0)
      : undefined;
    return { replies, lastMinute: times.length, usd, failure, newest };
  };
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const next = last.then(read, read);
    last = next;
    return next;
  };
}
