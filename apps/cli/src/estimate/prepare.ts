import { readFromOf } from "#command";
import { say } from "#command/start";
import type { Provider } from "@promptnce/core";
import type { Method } from "@promptnce/core/methods";
import { countText, written } from "@promptnce/core/errors";
import { asFlag, UsageError } from "#command/errors";
import { type PreparedRows, prepareRows, windowOf } from "@promptnce/rows";
import { DataError } from "@promptnce/rows/errors";
import { NAME_LABELS, namesLabels, readCounts, tableFile } from "@promptnce/rows/input";
import {
  loadPacks,
  ownTaskSetup,
  type TaskSetup,
  taskSetup,
  wordingMode,
} from "@promptnce/rows/tasks";
import {
  countedJoint,
  examplesText,
  type LabelSeparation,
  madeUpJoint,
  type Survey,
} from "@promptnce/rows/survey";
import { type AskedModel, providerOf, refuseScoredBatch } from "../options/chosen-model.ts";
import { rowFile } from "../options/row-file.ts";
import { printable, sayCodeOfPack } from "#command/terminal";
import type { EstimateOptions } from "./estimate-options.ts";
import { givenColumns, otherRows } from "./given-columns.ts";
import { labelChoice } from "./prepared-study.ts";
import { rowNotes } from "./row-notes.ts";

/** All settings that are fixed before any request is sent. */
export interface EstimatePlan extends PreparedRows, AsyncDisposable {
  readonly respondent: Respondent;
  /** The maximum number of units in progress at the same time. */
  readonly window: number;
}

/** Who answers. */
export interface Respondent {
  readonly provider: Provider;
  readonly simulated: boolean;
  /** A name for people to read. */
  readonly title: string;
}

/**
 * The prepared estimate: reads the rows once for labels and counts, then fixes the model and its
 * questions.
 */
export async function prepare(
  options: EstimateOptions,
  signal?: AbortSignal,
): Promise<EstimatePlan> {
  const { input, given, ask, methods } = options;
  const { k, seed, first, sample, rotations } = given;
  const readFrom = readFromOf(given);
  const file = rowFile(input, given);
  const wordings = wordingMode({ structured: given.structured ?? false, readFrom, methods, k });
  const packs = await loadPacks(given.pack, undefined, sayCodeOfPack);
  const task =
    typeof given.task === "string"
      ? await taskSetup(given.task, wordings, packs)
      : await ownTaskSetup(given.task, wordings, packs);
  const y = yColumn(options, task);
  const table = await tableFile({ ...file, signal });
  try {
    const { columns, named, chosen } = await givenColumns(table, { ...given, y }, task);
    const choice = labelChoice(given.labels, given.encoding, task);
    const counts =
      given.counts === undefined
        ? undefined
        : await readCounts(given.counts, columns.given, given.encoding);
    for (const note of await rowNotes(chosen, named)) {
      say(printable(note));
    }
    const settings = { methods, ask, seed, k, rotations, first, sample };
    const prepared = await prepareRows(table, {
      ...settings,
      task,
      ...choice,
      columns,
      counts,
    });
    const { survey, counted } = prepared;
    for (const note of prepared.notes) {
      say(printable(written(note, asFlag)));
    }
    if (rowsAreAnswers(prepared)) say(answersText(survey));
    if (survey.padded > 0) say(paddedText(survey));
    if (survey.similarLabels.length > 0) say(similarLabelsText(survey.similarLabels));
    if (survey.separation !== undefined) say(separationText(survey.separation));
    if (survey.missing.length > 0) say(printable(missingText(survey.missing)));
    if (survey.unusable !== undefined) {
      const { rows, first } = survey.unusable;
      const text = `Rows that cannot be used: ${countText(rows)}. They pass through with a status that says why; the first is ${first}.`;
      say(printable(text));
    }
    const who = await respondent(options, {
      task,
      survey: { ...survey, ...(counted && { people: counted }) },
      file: table.name,
      context: columns.given?.map(({ field }) => field),
    });
    refuseUnscored(prepared.methods, who);
    if (options.given.batch) refuseScoredBatch(prepared.methods);
    return {
      ...prepared,
      respondent: who,
      window: windowOf(prepared, who.simulated ? 0 : given.concurrency),
      [Symbol.asyncDispose]: async () => table[Symbol.dispose]?.(),
    };
  } catch (error) {
    const isOfRows = error instanceof DataError;
    const better = isOfRows ? await otherRows(table, given, task) : undefined;
    table[Symbol.dispose]?.();
    throw better ?? error;
  }
}

/**
 * The named model or, without one, the simulated respondent. It answers from the counts of the rows
 * in `file` if known, otherwise from a distribution made up for their labels.
 */
export async function respondent(
  model: AskedModel,
  {
    task,
    survey,
    file,
    context = [],
  }: {
    readonly task: TaskSetup;
    readonly survey: Survey;
    readonly file: string;
    /** The fields of the context. */
    readonly context?: readonly string[] | undefined;
  },
): Promise<Respondent> {
  const { people, marginal } = survey;
  // A prompt cannot distinguish contexts by a field that it does not show.
  const isMadeUp = people === undefined || context.some((field) => !task.fields.includes(field));
  const contextFields = context.length > 0 ? context : undefined;
  const { profile, seed } = model.given;
  const isSimulated = model.choice.provider === "simulated";
  const provider = await providerOf(model, async () => {
    const { simulated } = await import("@promptnce/rehearsal");
    const joint =
      people === undefined || isMadeUp
        ? madeUpJoint(marginal, seed, `made up for ${file}`)
        : countedJoint(people, { fields: task.fields, given: contextFields }, `counts of ${file}`);
    return simulated({ read: task.read, joint, profile, seed });
  });
  const knows = isMadeUp ? "a made-up distribution over these labels" : "the rows' own counts";
  const title = isSimulated
    ? `the simulated respondent (${profile}), not a model: it answers from ${knows}`
    : `${provider.model} (${provider.name})`;
  return { provider, simulated: isSimulated, title };
}

/** Whether rows are people's answers because pairs repeat, which nobody said. */
function rowsAreAnswers({ survey, columns, notes }: PreparedRows): boolean {
  const { count, weight, countsRows } = columns;
  const isSaid = count !== undefined || weight !== undefined || countsRows === true;
  return !isSaid && notes.length === 0 && survey.people !== undefined;
}

/** A sentence that says so. */
function answersText({ rows, repeated }: Survey): string {
  return `Each row counts as one person's answer: no column counts people, and pairs repeat (${countText(rows)} rows, ${countText(rows - repeated)} different pairs).`;
}

/** A sentence about blanks that are no part of labels. */
function paddedText({ padded }: Survey): string {
  const rows = padded === 1 ? "1 row has" : `${countText(padded)} rows have`;
  return `${rows} blanks around the label, which are left out of it.`;
}

/**
 * A sentence about labels that look alike and may be spellings of one label; it names a few of
 * them.
 */
function similarLabelsText(groups: Survey["similarLabels"]): string {
  const quoted = (label: string): string => printable(JSON.stringify(label.slice(0, 40)));
  const named = groups.slice(0, 3).map((group) => {
    return [...group.slice(0, 4).map(quoted), ...(group.length > 4 ? ["others"] : [])].join(
      " and ",
    );
  });
  const remainder = groups.length > 3 ? `, and ${groups.length - 3} more such groups` : "";
  return `${named.join("; ")}${remainder} differ only in case, space, Unicode form or a decimal zero: they are counted as different labels.`;
}

/** A sentence about labels that seem to belong to the values of a column. */
function separationText({ column, examples }: LabelSeparation): string {
  const shown = examples.length > 0 ? ` (${examplesText(examples)})` : "";
  return printable(
    `Each ${column} has its own labels${shown}. Add --given ${column}, so that base rates are those of each.`,
  );
}

/** A sentence about the texts that stand for no value. */
function missingText(missing: Survey["missing"]): string {
  const named = missing.slice(0, 4).map(({ column, text, rows }) => {
    return `${column} is ${JSON.stringify(text)} in ${countText(rows)} ${rows === 1 ? "row" : "rows"}`;
  });
  const others = missing.length > 4 ? `, and ${missing.length - 4} more such texts` : "";
  return `Missing values: ${named.join(", ")}${others}. Where such a text is a label, list it with --labels.`;
}

/** The column of y. Pairs need one; when all labels are asked about, a list of them suffices. */
function yColumn({ ask, given }: EstimateOptions, task: TaskSetup): string | undefined {
  if (namesLabels(given)) return given.y;
  if (ask === "pairs") throw new UsageError(`--y: ${written(NAME_LABELS, asFlag)}`);
  if (given.labels === undefined && task.labels === undefined) {
    throw new UsageError(
      "--labels: give a file of labels, one per line, or name the column that holds them with --y",
    );
  }
  if (given.count !== undefined)
    throw new UsageError("--count: name the column of the label that is counted with --y");
  return undefined;
}

function refuseUnscored(methods: readonly Method[], { provider }: Respondent): void {
  const scored = methods.find((method) => method.needs.scores === true);
  if (scored === undefined || provider.scores === true) return;
  throw new UsageError(
    `--methods: ${scored.id} scores given texts, which ${provider.model} (${provider.name}) does not; name a server that does (--scoring) or another method`,
  );
}
