import type { Context, InContext, Label, SynonymsOf } from "@promptnce/core";
import { type MethodId, rotated } from "@promptnce/core/methods";
import { OptionError } from "@promptnce/core/errors";
import { checkLabels, type ChosenMethods, chooseMethods } from "./choose-methods.ts";
import type { LabelList } from "../input/read-labels.ts";
import { type Columns, readRows } from "../input/read-rows.ts";
import type { RowTable } from "../input/table.ts";
import { type Survey, survey } from "../survey/survey.ts";
import { type LabelScope, type RowUnit, unitsOf } from "../survey/unit.ts";
import type { TaskSetup } from "../task/task-setup.ts";

/** What is settled about rows, whether a model is asked about them or their estimates are recorded. */
export interface PlannedRows extends ChosenMethods {
  readonly columns: Columns;
  /** Whether a unit is a row with a label of its own, and no input with all of them. */
  readonly pairs: boolean;
  /** In which people's answers are those of a label and its near-synonyms together. */
  readonly survey: Survey;
  /** Those of each label by itself. */
  readonly counted?: Survey["people"] | undefined;
  /** The near-synonyms of each label, itself among them; absent where none are declared. */
  readonly synonyms?: SynonymsOf;
  /** Labels in a candidate set. */
  readonly k: number;
  /** The seed of everything random. */
  readonly seed: string;
  readonly unitCount: number;
  /** How many labels a unit asks about. */
  readonly trials: number;
}

/** All that is settled about rows before anything is asked. */
export interface PreparedRows extends PlannedRows {
  readonly task: TaskSetup;
  /** The units of the rows, read anew at each call. */
  units(): AsyncGenerator<readonly RowUnit[]>;
}

/** How rows are to be estimated. */
export interface PrepareOptions {
  readonly columns: Columns;
  /**
   * `pairs`: each row's own label; `all-labels`: every label with each different input; `top`: the same, to be ranked
   * and only the highest kept.
   */
  readonly ask: LabelScope;
  /** The seed of everything random. */
  readonly seed: string;
  /** The labels that may occur; whatever occurs if not given. */
  readonly labels?: LabelList | undefined;
  /** How many people gave each label, for `:counted`. */
  readonly counts?: InContext<ReadonlyMap<Label, number>> | undefined;
  readonly task: TaskSetup;
  /** The methods by their ids. */
  readonly methods: readonly MethodId[];
  /** Labels in a candidate set; the paper's 5, or all where there are fewer, if not given. */
  readonly k?: number | undefined;
  /** Orders of the options that each question is asked in, where tokens are read; 1 if not given. */
  readonly rotations?: number | undefined;
  /** How many units are asked about; all if not given. What is known of the rows is of all of them either way. */
  readonly first?: number | undefined;
}

/** K where none is given: the paper's. */
const DEFAULT_K = 5;

/**
 * Reads the rows once, for their labels and counts, and settles what is asked about them.
 *
 * @throws OptionError where the options do not fit the rows, DataError where the rows are wrong.
 */
export async function prepareRows(table: RowTable, options: PrepareOptions): Promise<PreparedRows> {
  const { task, columns, ask, seed, labels, counts, rotations = 1, first = Infinity } = options;
  const rows = () => readRows(table, columns, labels);
  const surveyed = await survey(rows(), { columns, file: table.name, seed, labels });
  const { contexts = [surveyed] } = surveyed;
  const most = Math.max(...contexts.map((one) => one.labels.length));
  const k = setSize(options.k, most);
  const synonyms = synonymsAmong(surveyed.labels, task.synonyms);
  const own = synonyms && { synonyms };
  const units = Math.min(first, ask === "pairs" ? surveyed.rows : surveyed.inputs);
  const pairs = contexts.reduce((sum, one) => sum + one.inputs * one.labels.length, 0);
  const each = ask === "pairs" ? 1 : Math.ceil(pairs / surveyed.inputs);
  const about = { task, survey: surveyed, synonyms, ask, k, trials: units * each, seed, counts };
  const chosen = chooseMethods({ ids: options.methods, ...about });
  const { people: counted } = surveyed;
  const marginal = surveyed.contexts
    ? (context?: Context) => surveyed.inContext(context).marginal
    : surveyed.marginal;
  checkLabels(surveyed.labels, chosen.methods, task);
  return {
    ...chosen,
    methods: chosen.methods.map((method) => rotated(method, rotations)),
    task,
    columns,
    pairs: ask === "pairs",
    survey: { ...surveyed, ...(counted && own && { people: counted.together(own.synonyms) }) },
    counted,
    ...own,
    k,
    seed,
    units: () => firstOf(first, unitsOf(rows(), { ask, marginal, k, seed, ...own })),
    unitCount: Math.min(
      first,
      (ask === "pairs" ? surveyed.rows : surveyed.inputs) + (surveyed.unusable?.rows ?? 0),
    ),
    trials: each,
  };
}

/** The declared groups as far as they are labels of the rows; `undefined` where there are none. */
function synonymsAmong(
  labels: readonly Label[],
  declared: TaskSetup["synonyms"] = [],
): SynonymsOf | undefined {
  if (declared.length === 0) return undefined;
  const known = new Set(labels);
  const groups = declared.map((group) => group.filter((y) => known.has(y)));
  const groupOf = new Map(groups.flatMap((group) => group.map((y) => [y, group])));
  return (y) => groupOf.get(y) ?? [y];
}

/** So many of the units, and no more of the rows than they need. */
async function* firstOf(
  count: number,
  units: ReturnType<PreparedRows["units"]>,
): ReturnType<PreparedRows["units"]> {
  let left = count;
  for await (const batch of units) {
    yield batch.slice(0, left);
    left -= batch.length;
    if (left <= 0) return;
  }
}

/** K, which the labels must suffice for where it was asked for. */
function setSize(k: number | undefined, labels: number): number {
  if (labels < 2) {
    throw new OptionError(
      "columns.y",
      (write) =>
        `the rows have one label in all, which tells nothing; give rows with others, or list the labels with ${write("labels")}`,
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
