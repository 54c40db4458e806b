import { createReadStream, statSync } from "node:fs";
import type { Method } from "@promptnce/core";
import { UsageError } from "@promptnce/providers/choose";
import { refuseScoredBatch } from "../options/chosen-model.ts";
import { checkLabels } from "../rows/answer/check-labels.ts";
import { chooseMethods } from "../rows/answer/choose-methods.ts";
import { DEFAULT_K, type EstimateOptions } from "./estimate-options.ts";
import { inputFormat } from "../rows/input/file-format.ts";
import { planColumns } from "./plan-columns.ts";
import { readLabels } from "../rows/input/read-labels.ts";
import { readRows, type RowFile } from "../rows/input/read-rows.ts";
import { type Respondent, respondent } from "../rows/survey/respondent.ts";
import { type SpooledFile, spool } from "../rows/input/spool.ts";
import { type Survey, survey } from "../rows/survey/survey.ts";
import { type TaskSetup, taskSetup } from "../rows/survey/task-setup.ts";
import { type Unit, unitsOf } from "../rows/survey/unit.ts";

/** All that is settled before anything is asked. */
export interface Prepared extends AsyncDisposable {
  readonly task: TaskSetup;
  readonly survey: Survey;
  readonly methods: readonly Method[];
  readonly shown: ReadonlySet<string>;
  readonly respondent: Respondent;
  readonly k: number;
  readonly seed: string;
  /** The units of the rows, read anew at each call. */
  units(): AsyncGenerator<readonly Unit[]>;
  readonly unitCount: number;
  /** How many labels a unit asks about. */
  readonly trials: number;
  /** How many units may be in hand at once. */
  readonly window: number;
}

/** Trials in hand at once, whoever is asked: what a batch of them costs is then little for each. */
const WINDOW = 128;
/** At least so many for each request that a model takes at once. */
const PER_PLACE = 16;

/**
 * Reads the rows once, for their labels and counts, and settles who is asked what about them.
 *
 * @throws UsageError where the options do not fit the rows, DataError where the rows are wrong.
 */
export async function prepare(options: EstimateOptions, signal?: AbortSignal): Promise<Prepared> {
  const { input, given, mode } = options;
  const format = inputFormat(input, given.format);
  const task = await taskSetup(given.task, given.structured ? "structured" : "faithful");
  const y = yColumn(options, task);
  const columns = planColumns({ x: given.x ?? [], y, count: given.count }, task);
  const listed = listedLabels(given.labels, task);
  const spooled = await spooledInput(input, signal);
  try {
    const name = input === "-" ? "standard input" : input;
    const { delimiter } = given;
    const file: RowFile = { path: spooled?.path ?? input, name, format, ...(delimiter !== undefined && { delimiter }) };
    const { seed } = given;
    const surveyed = await survey(readRows({ ...file, ...(signal && { signal }) }, columns), {
      columns,
      file: name,
      seed,
      ...listed,
    });
    const k = candidates(given.k, surveyed.labels.length);
    const { methods, shown } = chooseMethods({ ids: options.methods, task, survey: surveyed, mode, k, seed });
    checkLabels(surveyed.labels, methods, task);
    const who = await respondent({ ...given, ...options, task, survey: surveyed, file: name });
    refuseUnscored(methods, who);
    if (options.batch) refuseScoredBatch(methods);
    const trials = mode === "pairs" ? 1 : surveyed.labels.length;
    return {
      task,
      survey: surveyed,
      methods,
      shown,
      respondent: who,
      k,
      seed,
      units: () => unitsOf(readRows(file, columns), { mode, marginal: surveyed.marginal, k, seed }),
      trials,
      unitCount: mode === "pairs" ? surveyed.rows : surveyed.inputs,
      window: Math.max(2, Math.ceil(Math.max(WINDOW, who.simulated ? 0 : PER_PLACE * given.concurrency) / trials)),
      [Symbol.asyncDispose]: async () => spooled?.[Symbol.dispose](),
    };
  } catch (error) {
    spooled?.[Symbol.dispose]();
    throw error;
  }
}

/** What can be read only once, standard input or a pipe as of `<(…)`, in a file of its own. */
async function spooledInput(input: string, signal?: AbortSignal): Promise<SpooledFile | undefined> {
  if (input === "-") return spool(process.stdin, signal);
  try {
    const found = statSync(input);
    if (!found.isFIFO() && !found.isCharacterDevice()) return undefined;
  } catch {
    return undefined; // Whoever reads it says why it cannot be read.
  }
  return spool(createReadStream(input), signal);
}

/** Pairs need a y; where all labels are asked about, a list of them serves as well. */
function yColumn({ mode, given }: EstimateOptions, task: TaskSetup): string | undefined {
  if (given.y !== undefined) return given.y;
  if (mode === "pairs") throw new UsageError("--y: say which column holds the label of each row");
  if (given.labels === undefined && task.labels === undefined) {
    throw new UsageError("--labels: give a file of labels, one a line, or with --y the column that holds them");
  }
  if (given.count !== undefined) throw new UsageError("--count: say with --y which label is counted");
  return undefined;
}

/** The labels that may occur: those of the file, or of the task; whatever occurs where neither lists them. */
function listedLabels(file: string | undefined, { labels }: TaskSetup) {
  if (file !== undefined) return { labels: readLabels(file), labelsFile: file };
  return labels && { labels: labels.all, labelsFile: labels.file };
}

/** K, which the labels must suffice for where it was asked for. */
function candidates(k: number | undefined, labels: number): number {
  if (labels < 2) {
    throw new UsageError(
      `--y: the rows have one label in all, which tells nothing; give rows with others, or list the labels with --labels`,
    );
  }
  if (k !== undefined && k > labels) {
    throw new UsageError(`--k: ${k} is more than the ${labels} labels there are; give at most ${labels}`);
  }
  return Math.min(k ?? DEFAULT_K, labels);
}

function refuseUnscored(methods: readonly Method[], { provider }: Respondent): void {
  const scored = methods.find((method) => method.scored === true);
  if (scored === undefined || provider.scores === true) return;
  throw new UsageError(
    `--method: ${scored.id} scores given texts, which ${provider.model} (${provider.name}) does not; name a server that does (--scoring) or another method`,
  );
}
