import { npmi, ZERO_CLAMP } from "@promptnce/core/information";
import type { TrialEstimate } from "@promptnce/engine/run";
import type { WordingMode } from "@promptnce/prompts";
import type { Survey } from "../survey/survey.ts";
import { GIVEN_COLUMNS, X_COLUMNS } from "./column-prefix.ts";
import type { ResultCells } from "./result-cells.ts";

/** All that a row of the result is made of. */
export interface RowParts {
  readonly estimated: TrialEstimate;
  /** Of its x. */
  readonly key: string;
  /** The columns that x is taken from, as {@link namesText} has them. */
  readonly xColumns: string;
  /** Those of its context, likewise; empty where there is one for all. */
  readonly givenColumns?: string | undefined;
  /** Who answered, as {@link modelName} says it. */
  readonly model: string;
  readonly mode: WordingMode;
  readonly survey: Pick<Survey, "inputShare" | "people">;
  /** The place among the labels of its x, from 1; where labels are ranked. */
  readonly rank?: number | undefined;
  /** Ids of the pairs that a grounded prompt shows. */
  readonly shown: ReadonlySet<string>;
}

/** What a result may have beside what each has. */
type Extra = "given" | "ranked" | "counted" | "shown" | "scored" | "mode";

/** A column of the result: what it holds, and how that is written and read. */
export interface ResultColumn {
  readonly name: string;
  /** As Parquet names it. */
  readonly type: "STRING" | "DOUBLE" | "BOOLEAN";
  /** In which results it is; in all if absent. */
  readonly only?: Extra;
  /** Its cell of a row; what is absent, or no number that a format has, is left empty. */
  readonly value: (parts: RowParts) => string | number | boolean | undefined;
}

/** A column that is read back, and as what. */
interface ReadColumn<V> extends ResultColumn {
  readonly read: (cells: ResultCells) => V;
}

type NumberColumn = ReadColumn<number | undefined>;

const text = (name: string, value: (parts: RowParts) => string): ResultColumn => ({
  name,
  type: "STRING",
  value,
});

/** `undefined` where the cell is empty; a probability is from 0 to 1. */
function number(
  name: string,
  value: ResultColumn["value"],
  as: "number" | "probability" = "number",
): NumberColumn {
  return { name, type: "DOUBLE", value, read: (cells) => cells[as](name) };
}

const probability = (name: string, value: ResultColumn["value"]): NumberColumn =>
  number(name, value, "probability");

/** A column of what people did, where their counts are known: absent where the file has it not. */
function counted(column: NumberColumn): NumberColumn {
  const { name, read } = column;
  return {
    ...column,
    only: "counted",
    read: (cells) => (cells.has(name) ? read(cells) : undefined),
  };
}

/** A column of a method that scores texts. */
const scored = (column: NumberColumn): ResultColumn => ({ ...column, only: "scored" });

type ColumnsByUse = Record<
  | "xColumns"
  | "givenColumns"
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
    status: ReadColumn<"ok" | "unreadable">;
    shown: ReadColumn<boolean>;
  };

/** Every column behind those of the rows, in their order. */
export const resultColumns: Readonly<ColumnsByUse> = {
  y: text("y", ({ estimated }) => estimated.trial.y),
  method: text("method", ({ estimated }) => estimated.method.id),
  model: text("model", ({ model }) => model),
  mode: { ...text("mode", ({ mode }) => mode), only: "mode" },
  status: {
    ...text("status", ({ estimated }) => (estimated.readable ? "ok" : "unreadable")),
    read: (cells: ResultCells) => cells.word("status", ["ok", "unreadable"]),
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
  // Where nobody gave y to x it is minus infinity, which no format has: it is left empty.
  truePmi: counted(
    number("true_pmi", ({ key, estimated: { trial }, survey }) =>
      survey.people?.pmi(key, trial.y, trial.context),
    ),
  ),
  // What a prompt showed is no evidence, and left out of all scores.
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
  // By it readers find x among columns that are anybody's.
  xColumns: text(X_COLUMNS, ({ xColumns }) => xColumns),
};

const all: readonly ResultColumn[] = Object.values(resultColumns);

/** The names of all columns that a result may have beside those of the rows. */
export const ownColumns: ReadonlySet<string> = new Set(all.map(({ name }) => name));

/** One name as it is, several as a JSON list. */
export function namesText(names: readonly string[]): string {
  return names.length === 1 ? (names[0] as string) : JSON.stringify(names);
}

/** What the status of a row begins with that could not be used, and on which nothing was asked. */
export const SKIPPED = "skipped: ";

/** The columns of a result behind those of the rows, in their order. */
export function columnsOf(extras: Partial<Record<Extra, boolean>>): readonly ResultColumn[] {
  return all.filter(({ only }) => only === undefined || extras[only] === true);
}

/**
 * NPMI of both terms: a P̂(y|x) of 0 counts as the clamp in P(x, y) too, as it did in the PMI. None where a term was
 * not elicited, and of an x that nobody answered, whose P(x) is 0.
 */
function normalised({ estimated, key, survey }: RowParts): number | undefined {
  const { conditional, marginal, pmi } = estimated.estimate;
  const share = survey.inputShare(key, estimated.trial.context);
  if (conditional === undefined || marginal === undefined || pmi === undefined || share === 0)
    return undefined;
  return npmi(pmi, share * (conditional === 0 ? ZERO_CLAMP : conditional));
}

/**
 * Who answered, as the column `model` says it: a file of simulated results says so in every row, wherever it goes.
 *
 * @param rehearsed Whether the simulated server answered in the model's name.
 */
export function modelName(
  { name, model }: { readonly name: string; readonly model: string },
  rehearsed = false,
): string {
  return `${rehearsed ? "simulated:" : ""}${name}:${model}`;
}

/** Whether a result's column `model` names the simulated respondent. */
export function isSimulated(model: string): boolean {
  return model.startsWith("simulated:");
}
