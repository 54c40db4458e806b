import { existsSync, readFileSync, realpathSync } from "node:fs";
import { z } from "zod";
import { parsedJson } from "@promptnce/providers/contract";
import { isLocked } from "../files/exclusive-lock.ts";
import { replaceFile } from "../files/replace-file.ts";

/** What a run knows of itself and its journal cannot tell, in a small file beside it: counts, and why it ended. */
export interface RunStatus {
  readonly done: number;
  readonly total: number;
  /** Questions that have an answer or failed, of which so many are unreadable and so many failed. */
  readonly questions: number;
  readonly unreadable: number;
  readonly failed: number;
  /** The page that the run writes at its end, as its path from the journal's folder. */
  readonly page?: string | undefined;
  /** By which its replies cost what they do, where no list says it alone. */
  readonly prices?: {
    priceIn?: number | undefined;
    priceOut?: number | undefined;
    baseUrl?: string | undefined;
  };
  /** The sentence of the error that ended it, which may quote a reply; absent where it goes on or ended well. */
  readonly ended?: string | undefined;
}

const count = z.int().nonnegative();
const counts = { done: count, total: count, questions: count, unreadable: count, failed: count };
const prices = z
  .object({ priceIn: z.number(), priceOut: z.number(), baseUrl: z.string() })
  .partial();
const schema: z.ZodType<RunStatus> = z.object({
  ...counts,
  page: z.string().optional(),
  prices: prices.default({}),
  ended: z.string().optional(),
});

/** Behind the journal's name. */
export const STATUS = ".run.json";

const BETWEEN_MS = 1000;

/**
 * What writes the status of a run beside its journal, once a second at most and at `last`. It stays as it was where the
 * run is killed: whether one still runs tells {@link isRunning}.
 */
export function statusWriter(journal: string): (status: RunStatus, last?: boolean) => void {
  let written = -Infinity;
  return (status, last = false) => {
    if (!last && performance.now() - written < BETWEEN_MS) return;
    written = performance.now();
    writeStatus(journal, status);
  };
}

/** Adds to the status of a run, if there is one, the sentence of the error that ended it. */
export function noteEnd(journal: string, ended: string): void {
  const status = readRunStatus(journal);
  if (status !== undefined) writeStatus(journal, { ...status, ended });
}

function writeStatus(journal: string, status: RunStatus): void {
  try {
    replaceFile(`${journal}${STATUS}`, `${JSON.stringify(status)}\n`, "store");
  } catch {
    // No run ends for want of it.
  }
}

/** The status of the run that a journal is or was of; `undefined` where none was written, or something else. */
export function readRunStatus(journal: string): RunStatus | undefined {
  try {
    return schema.safeParse(parsedJson(readFileSync(`${journal}${STATUS}`, "utf8"))).data;
  } catch {
    return undefined;
  }
}

/** Whether a run writes to the journal; none does where it has gone. */
export function isRunning(journal: string): boolean {
  return existsSync(journal) && isLocked(`${realpathSync(journal)}.lock`);
}
