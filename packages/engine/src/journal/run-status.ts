import { existsSync, readFileSync, realpathSync } from "node:fs";
import { z } from "zod";
import { parsedJson } from "@promptnce/core/json";
import { isLocked } from "../files/exclusive-lock.ts";
import { replaceFile } from "../files/replace-file.ts";

/**
 * The state of a run that its journal does not record, kept in a small file beside it: counts, and
 * why the run ended.
 */
export interface RunStatus {
  readonly done: number;
  readonly total: number;
  /** Questions that were answered or failed; `unreadable` and `failed` are among them. */
  readonly questions: number;
  readonly unreadable: number;
  readonly failed: number;
  /** The model and the task; absent in the status of a run whose work had not begun. */
  readonly asked?: RunSubject | undefined;
  /** The page that the run writes at its end, as a path relative to the journal's folder. */
  readonly page?: string | undefined;
  /** The prices of its replies, where they do not follow from the price list alone. */
  readonly prices?: {
    priceIn?: number | undefined;
    priceOut?: number | undefined;
    baseUrl?: string | undefined;
  };
  /**
   * Why the run ended before it was done, which may quote a reply; absent where the run continues,
   * came to its end, or was killed.
   */
  readonly ended?: string | undefined;
  /** The results; absent until the run has them. */
  readonly results?: RunResults | undefined;
}

/** The results of a run, as a list of runs shows them. */
export interface RunResults {
  /** Each method with the ρ of its PMI with people's, as text, if people were counted. */
  readonly methods: readonly { readonly title: string; readonly rho?: string | undefined }[];
  /** The cost of the replies behind the results, in dollars; absent if nothing was paid. */
  readonly usd?: number | undefined;
}

/** The model that a run asks, and the task that it asks about, where there is one. */
export interface RunSubject {
  readonly model: string;
  readonly task?: string | undefined;
}

const count = z.int().nonnegative();
const counts = { done: count, total: count, questions: count, unreadable: count, failed: count };
const prices = z
  .object({ priceIn: z.number(), priceOut: z.number(), baseUrl: z.string() })
  .partial();
const schema: z.ZodType<RunStatus> = z.object({
  ...counts,
  asked: z.object({ model: z.string(), task: z.string().optional() }).optional(),
  page: z.string().optional(),
  prices: prices.default({}),
  ended: z.string().optional(),
  results: z
    .object({
      methods: z.array(z.object({ title: z.string(), rho: z.string().optional() })),
      usd: z.number().optional(),
    })
    .optional(),
});

/** The suffix to the journal's name. */
export const STATUS = ".run.json";

const BETWEEN_MS = 1000;

/**
 * A function that writes the status of a run beside its journal: at most once a second, and always
 * when `last` is true. A killed run leaves its last status behind; {@link isRunning} tells whether
 * a run is still active.
 *
 * @example
 * const write = statusWriter("replies.jsonl");
 * write({ done: 2, total: 8, questions: 4, unreadable: 0, failed: 0 });
 * readRunStatus("replies.jsonl").done; // → 2
 */
export function statusWriter(journal: string): (status: RunStatus, last?: boolean) => void {
  let written = -Infinity;
  return (status, last = false) => {
    if (!last && performance.now() - written < BETWEEN_MS) return;
    written = performance.now();
    writeStatus(journal, status);
  };
}

/**
 * Notes why a run ended before it was done, beside its counts; with `undefined`, as at the start of
 * a run, an earlier run's reason is removed. A run that ended before it counted anything has a
 * total of 0.
 *
 * @example
 * noteEnd("replies.jsonl", "The budget is used up.");
 * readRunStatus("replies.jsonl").ended; // → "The budget is used up."
 */
export function noteEnd(journal: string, ended: string | undefined): void {
  const status = readRunStatus(journal);
  if (ended === undefined && status?.ended === undefined) return;
  writeStatus(journal, { ...(status ?? NOTHING_COUNTED), ended });
}

/**
 * Notes the results of a run beside its counts, until the next run begins.
 *
 * @example
 * noteResults("replies.jsonl", { methods: [{ title: "PromptNCE", rho: "0.78 ± 0.03" }] });
 * readRunStatus("replies.jsonl").results.methods[0].rho; // → "0.78 ± 0.03"
 */
export function noteResults(journal: string, results: RunResults): void {
  writeStatus(journal, { ...(readRunStatus(journal) ?? NOTHING_COUNTED), results });
}

const NOTHING_COUNTED = { done: 0, total: 0, questions: 0, unreadable: 0, failed: 0 };

function writeStatus(journal: string, status: RunStatus): void {
  try {
    replaceFile(`${journal}${STATUS}`, `${JSON.stringify(status)}\n`, "store");
  } catch {
    // A status that cannot be written must not end the run.
  }
}

/**
 * The status of the run that writes or wrote a journal; `undefined` where there is no valid one.
 *
 * @example
 * readRunStatus("replies.jsonl"); // → undefined
 */
export function readRunStatus(journal: string): RunStatus | undefined {
  try {
    return schema.safeParse(parsedJson(readFileSync(`${journal}${STATUS}`, "utf8"))).data;
  } catch {
    return undefined;
  }
}

/**
 * Whether a run is writing to the journal; false where the file does not exist.
 *
 * @example
 * isRunning("replies.jsonl"); // → false
 */
export function isRunning(journal: string): boolean {
  return existsSync(journal) && isLocked(`${realpathSync(journal)}.lock`);
}
