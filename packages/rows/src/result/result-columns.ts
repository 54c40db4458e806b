/** What every result has behind the fields of x. */
export const resultColumns = [
  "y",
  "method",
  "model",
  "status",
  "conditional",
  "marginal",
  "pmi",
  "npmi",
  "other",
] as const;

/**
 * Who answered, as the column `model` says it: a file of simulated results says so in every row,
 * wherever it goes.
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

/** The place of the label among those of its x, from 1; where labels are ranked. */
export const rankColumn = "rank";

/** What people did, where their counts are known. */
export const countColumns = ["count", "true_conditional", "true_marginal", "true_pmi"] as const;

/**
 * Whether a grounded prompt of the run showed the pair, `true` or `false`: what was shown is no
 * evidence, and left out of all scores. Only where a method showed pairs.
 */
export const shownColumn = "shown";

/** All columns that a result may have beside the fields of x. */
export const ownColumns: ReadonlySet<string> = new Set([...resultColumns, rankColumn, ...countColumns, shownColumn]);

/** A column of the result. */
export interface ResultColumn {
  readonly name: string;
  readonly type: "text" | "number" | "flag";
}

/** A row of the result in the order of its columns; what is absent, or no number, is `null`. */
export type ResultRow = readonly (string | number | boolean | null)[];

const texts: ReadonlySet<string> = new Set(["y", "method", "model", "status"]);

/** The columns of a result in their order. */
export function columnsOf(
  fields: readonly string[],
  { ranked, counted, shown = false }: { readonly ranked: boolean; readonly counted: boolean; readonly shown?: boolean },
): readonly ResultColumn[] {
  const more = [...(ranked ? [rankColumn] : []), ...(counted ? countColumns : []), ...(shown ? [shownColumn] : [])];
  return [
    ...fields.map((name) => ({ name, type: "text" as const })),
    ...[...resultColumns, ...more].map((name) => ({
      name,
      type: name === shownColumn ? ("flag" as const) : texts.has(name) ? ("text" as const) : ("number" as const),
    })),
  ];
}
