import type { Context, InContext, Label, SynonymsOf } from "@promptnce/core";
import { type MethodId, rotated } from "@promptnce/core/methods";
import { OptionError, type Sentence } from "@promptnce/core/errors";
import { canGround } from "./base-rates.ts";
import { checkLabels, type ChosenMethods, chooseMethods } from "./choose-methods.ts";
import type { LabelList } from "../input/read-labels.ts";
import { type Columns, readRows } from "../input/read-rows.ts";
import { type Codebook, codedLabels } from "../layout/codes.ts";
import { laidOut, type LaidOutTable } from "../layout/laid-out.ts";
import { countedColumns } from "../input/counted-columns.ts";
import type { RowTable } from "../input/table.ts";
import { type Survey, survey } from "../survey/survey.ts";
import { type LabelScope, type RowUnit, unitsOf } from "../survey/unit.ts";
import type { PlannedColumns } from "./plan-columns.ts";
import { askedCount, type AskedUnits, askedUnits } from "./asked-units.ts";
import type { TaskSetup } from "../task/task-setup.ts";

/** The plan of an estimate, whether a model answers or the estimates are recorded. */
export interface PlannedRows extends ChosenMethods {
  readonly columns: Columns;
  /** True if a unit is a row with its own label, false if it is an input with all labels. */
  readonly pairs: boolean;
  /** The survey of the rows; its `people` counts each label together with its near-synonyms. */
  readonly survey: Survey;
  /** People's answers with each label counted by itself. */
  readonly counted?: Survey["people"] | undefined;
  /** The near-synonyms of each label, itself included; absent if the task declares none. */
  readonly synonyms?: SynonymsOf;
  /** Labels in a candidate set. */
  readonly k: number;
  /** The seed of everything random. */
  readonly seed: string;
  readonly unitCount: number;
  /** The number of labels that a unit asks about; where contexts differ, the mean, rounded up. */
  readonly trials: number;
}

/** Rows that are ready to be estimated, before any request. */
export interface PreparedRows extends PlannedRows {
  readonly task: TaskSetup;
  /** How the table's layout was read, in sentences; none if each row is a pair. */
  readonly notes: readonly Sentence[];
  /** The units of the rows that are asked about, or of others, read anew at each call. */
  readonly units: (asked?: AskedUnits) => AsyncGenerator<readonly RowUnit[]>;
}

/** The labels that may occur in rows. */
export interface LabelChoice {
  /** The labels that may occur; by default any that the rows have. */
  readonly labels?: LabelList | undefined;
  /**
   * The labels that the rows' codes stand for. They are the labels that may occur where `labels`
   * lists none, unless questions have codes of their own.
   */
  readonly codes?: Codebook | undefined;
}

/** How to estimate the rows. */
export interface PrepareOptions extends AskedUnits, LabelChoice {
  readonly columns: PlannedColumns;
  /**
   * `pairs` asks about each row's own label; `all-labels` about every label for each distinct
   * input; `top` about the same pairs, to rank them and keep only the highest.
   */
  readonly ask: LabelScope;
  /** The seed of everything random. */
  readonly seed: string;
  /** The number of people who gave each label, for `:counted`. */
  readonly counts?: InContext<ReadonlyMap<Label, number>> | undefined;
  readonly task: TaskSetup;
  /**
   * Ids of methods, such as `promptnce` or `direct-split:ungrounded`. The default is `promptnce` if
   * the task's examples, or four rows with distinct x, can ground its base rate, and otherwise
   * `promptnce:ungrounded`. Each estimate names its method.
   */
  readonly methods?: readonly MethodId[] | undefined;
  /**
   * The number of labels in a candidate set; by default the paper's 5, or all labels if there are
   * fewer.
   */
  readonly k?: number | undefined;
  /**
   * The number of option orders in which each question is asked, where tokens are read; 1 by
   * default.
   */
  readonly rotations?: number | undefined;
}

/** The paper's K. */
export const DEFAULT_K = 5;

/**
 * The rows ready to be estimated: their survey, methods, K and units. Reads the rows once, for
 * labels and counts; `units()` reads them again.
 *
 * @throws OptionError if the options do not fit the rows; DataError if the rows are wrong.
 * @example
 * import { tableFile } from "@promptnce/rows/input";
 * import { taskSetup } from "@promptnce/rows/tasks";
 * const task = await taskSetup("words", "faithful");
 * const columns = planColumns({ y: "response", count: "people" }, task);
 * const table = await tableFile({ path: "pairs.csv", format: "csv" });
 * const { k, unitCount } = await prepareRows(table, { task, columns, ask: "pairs", seed: "1" });
 * [k, unitCount]; // → [5, 8]
 */
export async function prepareRows(file: RowTable, options: PrepareOptions): Promise<PreparedRows> {
  const { task, ask, seed, codes, counts, rotations = 1, first, sample } = options;
  const labels = options.labels ?? (codes && codedLabels(codes));
  const { layout, ...named } = options.columns;
  const { y, missing } = named;
  const how = { ...layout, y, missing, codes, labels: labels?.all };
  const laid = layout || codes ? laidOut(file, how) : undefined;
  const table = laid ?? file;
  const columns = await countedColumns(table, named);
  const rows = () => readRows(table, columns, labels);
  const surveyed = await survey(rows(), {
    columns,
    file: table.name,
    seed,
    labels,
    checksSeparation: true,
  });
  const { contexts = [surveyed] } = surveyed;
  const most = Math.max(...contexts.map((one) => one.labels.length));
  const k = setSize(options.k, most);
  const synonyms = synonymsAmong(surveyed.labels, task.synonyms);
  const withSynonyms = synonyms && { synonyms };
  if (first !== undefined && sample !== undefined) {
    throw new OptionError("sample", (write) => `leave it out, or ${write("first")}`);
  }
  const usable = ask === "pairs" ? surveyed.rows : surveyed.inputs;
  const repeated = ask === "pairs" ? surveyed.repeated : 0;
  const total = usable + (surveyed.unusable?.rows ?? 0);
  const units = askedCount({ first, sample }, { total: usable, repeated });
  const pairs = contexts.reduce((sum, one) => sum + one.inputs * one.labels.length, 0);
  const each = ask === "pairs" ? 1 : Math.ceil(pairs / surveyed.inputs);
  const about = { task, survey: surveyed, synonyms, ask, k, trials: units * each, seed, counts };
  const chosen = chooseMethods({ ids: options.methods ?? [defaultMethod(about)], ...about });
  const { people: counted } = surveyed;
  const marginal = surveyed.contexts
    ? (context?: Context) => surveyed.inContext(context).marginal
    : surveyed.marginal;
  checkLabels(surveyed.labels, chosen.methods, task);
  return {
    ...chosen,
    methods: chosen.methods.map((method) => rotated(method, rotations)),
    task,
    notes: [...(laid?.notes ?? []), ...severalNotes(laid, task)],
    columns,
    pairs: ask === "pairs",
    survey: { ...surveyed, ...(counted && synonyms && { people: counted.together(synonyms) }) },
    counted,
    ...withSynonyms,
    k,
    seed,
    units: (asked = { first, sample }) => {
      const all = unitsOf(rows(), { ask, marginal, k, seed, ...withSynonyms });
      return askedUnits(all, asked, { total, repeated, seed });
    },
    unitCount: askedCount({ first, sample }, { total, repeated }),
    trials: each,
  };
}

/** What a task of one's own lacks if one person may give several labels. */
function severalNotes(laid: LaidOutTable | undefined, { definition }: TaskSetup): Sentence[] {
  if (laid?.givesSeveral !== true || definition === undefined || definition.several) return [];
  return [
    'One person may give several labels: say so in the task with "several: true", so that prompts do, and their probabilities may sum to more than one.',
  ];
}

/** PromptNCE, with a grounded base rate if there is something to show. */
function defaultMethod(about: Parameters<typeof canGround>[0]): MethodId {
  return canGround(about) ? "promptnce" : "promptnce:ungrounded";
}

/** The near-synonyms of a label among the labels of the rows; `undefined` if none are declared. */
function synonymsAmong(
  labels: readonly Label[],
  declared: TaskSetup["synonyms"] = [],
): SynonymsOf | undefined {
  if (declared.length === 0) return undefined;
  const occurring = new Set(labels);
  const groups = declared.map((group) => group.filter((y) => occurring.has(y)));
  const groupOf = new Map(groups.flatMap((group) => group.map((y) => [y, group])));
  return (y) => groupOf.get(y) ?? [y];
}

/**
 * K, at most the number of labels; an OptionError if there is one label only, or fewer labels than
 * a K that was given.
 */
function setSize(k: number | undefined, labels: number): number {
  if (labels < 2) {
    throw new OptionError(
      "columns.y",
      (write) =>
        `all rows have the same label, so x can say nothing about it; give rows with other labels, or list the labels with ${write("labels")}`,
    );
  }
  if (k !== undefined && k > labels) {
    throw new OptionError(
      "k",
      `${k} is more than the ${labels} labels there are; give at most ${labels}`,
    );
  }
  return Math.min(k ?? DEFAULT_K, labels);
}
