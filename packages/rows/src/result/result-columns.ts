import type { Estimate } from "@promptnce/core";
import { isZeroByZero, npmi, ZERO_CLAMP } from "@promptnce/core/information";
import type { TrialEstimate } from "@promptnce/engine/run";
import type { WordingMode } from "@promptnce/prompts";
import type { ShareSurvey } from "../survey/survey.ts";
import { GIVEN_COLUMNS, WEIGHT_COLUMN, X_COLUMNS } from "./column-prefix.ts";
import type { ResultCells } from "./result-cells.ts";

/** Everything that a row of the result is made from. */
export interface RowParts {
  readonly estimated: TrialEstimate;
  /** The key of x. */
  readonly key: string;
  /** The columns of x, in the form of {@link namesText}. */
  readonly xColumns: string;
  /** The columns of the context, in the same form; absent if all rows share one context. */
  readonly givenColumns?: string | undefined;
  /** The name of the column of weights; absent if rows have no weights. */
  readonly weightColumn?: string | undefined;
  /** The provider and the model, in the form of {@link modelName}. */
  readonly model: string;
  readonly mode: WordingMode;
  readonly survey: ShareSurvey;
  /** The rank among the labels of x, from 1; absent if labels are not ranked. */
  readonly rank?: number | undefined;
  /** Ids of the pairs that a grounded prompt shows. */
  readonly shown: ReadonlySet<string>;
}

/** The optional groups of columns. */
type Extra = "given" | "weighted" | "ranked" | "counted" | "shown" | "scored" | "mode";

/** A column of the result: its name, its type and its values. */
export interface ResultColumn {
  readonly name: string;
  /** The Parquet type. */
  readonly type: "STRING" | "DOUBLE" | "BOOLEAN";
  /** The optional group that the column belongs to; if absent, every result has it. */
  readonly only?: Extra;
  /** The value in a row. `undefined` and numbers that are not finite are written as empty cells. */
  readonly value: (parts: RowParts) => string | number | boolean | undefined;
}

/** A column that is also read back. */
interface ReadColumn<V> extends ResultColumn {
  readonly read: (cells: ResultCells) => V;
}

type NumberColumn = ReadColumn<number | undefined>;

const text = (name: string, value: (parts: RowParts) => string): ResultColumn => ({
  name,
  type: "STRING",
  value,
});

/**
 * A column of numbers, or of probabilities from 0 to 1, read as `undefined` if the cell is empty.
 */
function number(
  name: string,
  value: ResultColumn["value"],
  as: "number" | "probability" = "number",
): NumberColumn {
  return { name, type: "DOUBLE", value, read: (cells) => cells[as](name) };
}

const probability = (name: string, value: ResultColumn["value"]): NumberColumn =>
  number(name, value, "probability");

/** A column computed from people's counts, read as `undefined` if the file lacks it. */
function counted(column: NumberColumn): NumberColumn {
  const { name, read } = column;
  return {
    ...column,
    only: "counted",
    read: (cells) => (cells.has(name) ? read(cells) : undefined),
  };
}

/** A column that only methods that score texts fill. */
const scored = (column: NumberColumn): ResultColumn => ({ ...column, only: "scored" });

type ColumnsByUse = Record<
  | "xColumns"
  | "givenColumns"
  | "weightColumn"
  | "y"
  | "method"
  | "model"
  | "mode"
  | "rank"
  | "logConditional"
  | "logMarginal",
  ResultColumn
> &
  Record<"conditional" | "marginal" | "pmi" | "npmi" | "other", NumberColumn> &
  Record<"count" | "trueConditional" | "trueMarginal" | "truePmi", NumberColumn> & {
    status: ReadColumn<Status>;
    shown: ReadColumn<boolean>;
  };

/**
 * The status of an estimate: `zero` if both terms are exactly 0, so that its PMI is 0 by the clamp
 * alone; `unreadable` if a reply is missing or could not be read.
 */
type Status = "ok" | "zero" | "unreadable";

/**
 * The status of an estimate.
 *
 * @example
 * statusOf({ readable: false, estimate: {} }); // → "unreadable"
 */
export function statusOf({
  readable,
  estimate,
}: {
  readonly readable: boolean;
  readonly estimate: Estimate;
}): Status {
  if (!readable) return "unreadable";
  return isZeroByZero(estimate) ? "zero" : "ok";
}

/** Every column that a result may add after the columns of the rows, in order. */
export const resultColumns: Readonly<ColumnsByUse> = {
  y: text("y", ({ estimated }) => estimated.trial.y),
  method: text("method", ({ estimated }) => estimated.method.id),
  model: text("model", ({ model }) => model),
  mode: { ...text("mode", ({ mode }) => mode), only: "mode" },
  status: {
    ...text("status", ({ estimated }) => statusOf(estimated)),
    read: (cells: ResultCells) => cells.word("status", ["ok", "zero", "unreadable"]),
  },
  conditional: probability("conditional", ({ estimated }) => estimated.estimate.conditional),
  marginal: probability("marginal", ({ estimated }) => estimated.estimate.marginal),
  pmi: number("pmi", ({ estimated }) => estimated.estimate.pmi),
  logConditional: scored(
    number("log_conditional", ({ estimated }) => estimated.estimate.logConditional),
  ),
  logMarginal: scored(number("log_marginal", ({ estimated }) => estimated.estimate.logMarginal)),
  npmi: number("npmi", normalised),
  other: probability("other", ({ estimated }) => estimated.other),
  rank: { name: "rank", type: "DOUBLE", only: "ranked", value: ({ rank }) => rank },
  count: counted(
    number("count", ({ key, estimated, survey }) => survey.people?.count(key, estimated.trial.y)),
  ),
  trueConditional: counted(
    probability("true_conditional", ({ key, estimated, survey }) =>
      survey.people?.conditional(key, estimated.trial.y),
    ),
  ),
  trueMarginal: counted(
    probability(
      "true_marginal",
      ({ estimated: { trial }, survey }) =>
        survey.people?.marginalIn(trial.context).get(trial.y) ?? 0,
    ),
  ),
  // Empty if nobody gave y to x: the PMI is then −∞, which no format can hold.
  truePmi: counted(
    number("true_pmi", ({ key, estimated: { trial }, survey }) =>
      survey.people?.pmi(key, trial.y, trial.context),
    ),
  ),
  // A pair that a prompt showed is no evidence, and is left out of all scores.
  shown: {
    name: "shown",
    type: "BOOLEAN",
    only: "shown",
    value: ({ estimated, shown }) => shown.has(estimated.trial.id),
    read: (cells: ResultCells) =>
      cells.has("shown") && cells.word("shown", ["true", "false"]) === "true",
  },
  givenColumns: {
    ...text(GIVEN_COLUMNS, ({ givenColumns = "" }) => givenColumns),
    only: "given",
  },
  weightColumn: {
    ...text(WEIGHT_COLUMN, ({ weightColumn = "" }) => weightColumn),
    only: "weighted",
  },
  // Tells readers which of the user's columns are x.
  xColumns: text(X_COLUMNS, ({ xColumns }) => xColumns),
};

const all: readonly ResultColumn[] = Object.values(resultColumns);

/** The names of all columns that a result may add. */
export const ownColumns: ReadonlySet<string> = new Set(all.map(({ name }) => name));

/** One name as it is, several as a JSON list. */
export function namesText(names: readonly string[]): string {
  return names.length === 1 ? (names[0] as string) : JSON.stringify(names);
}

/** The start of the status of a row that could not be used and was not asked about. */
export const SKIPPED = "skipped: ";

/** The columns that a result with these extras adds after the columns of the rows, in order. */
export function columnsOf(extras: Partial<Record<Extra, boolean>>): readonly ResultColumn[] {
  return all.filter(({ only }) => only === undefined || extras[only] === true);
}

/**
 * The NPMI from both terms. A P̂(y|x) of 0 is clamped in P(x, y) as it is in the PMI. `undefined`
 * if a term was not elicited, or if nobody answered x, so that P(x) = 0.
 */
function normalised({ estimated, key, survey }: RowParts): number | undefined {
  const { conditional, marginal, pmi } = estimated.estimate;
  const share = survey.inputShare(key, estimated.trial.context);
  if (conditional === undefined || marginal === undefined || pmi === undefined || share === 0)
    return undefined;
  return npmi(pmi, share * (conditional === 0 ? ZERO_CLAMP : conditional));
}

/**
 * The value of the column `model`: `provider:model`, which begins with `simulated:` if no model
 * answered. Every row of a simulated result says so, wherever the file goes.
 *
 * @param rehearsed Whether the simulated server answered in the model's name.
 * @example
 * modelName({ name: "openai", model: "gpt-5" }); // → "openai:gpt-5"
 */
export function modelName(
  { name, model }: { readonly name: string; readonly model: string },
  rehearsed = false,
): string {
  return `${rehearsed ? "simulated:" : ""}${name}:${model}`;
}

/**
 * Whether a result's column `model` names the simulated respondent.
 *
 * @example
 * isSimulated("simulated:model-like"); // → true
 */
export function isSimulated(model: string): boolean {
  return model.startsWith("simulated:");
}
