import type { Column, Measurement, Value } from "@promptnce/report";
import type { Score } from "../../scoring/score-block.ts";

/** ρ and its controls, of a method of a run or of an entry. */
type Controlled = Pick<Score, "rho" | "byLabel" | "byUnit"> & {
  readonly [Name in "over" | "beyond" | "within" | "beyondBoth" | "blindToY"]?:
    | Measurement
    | undefined;
};

/** A column that shows a control of ρ: what may give that ρ without any knowledge of the pairs. */
export interface ControlColumn extends Required<Column> {
  /** Its cell; `undefined` where the control does not apply. */
  readonly of: (score: Controlled) => Value;
}

type ControlName = keyof ReturnType<typeof cells>;

/**
 * The columns of controls, in the order of their names.
 *
 * @param unit The unit of errors by whole units, as `unitName` gives it.
 */
export function controlColumns(names: readonly ControlName[], unit: string): ControlColumn[] {
  const known = cells(unit);
  return names.map((id) => {
    const [title, of] = known[id];
    return { id, title, digits: 2, of };
  });
}

type Cell = readonly [title: string, of: ControlColumn["of"]];

function cells(unit: string) {
  return {
    by_label_se: ["± by label", ({ rho, byLabel }) => (rho.standardError ? byLabel : undefined)],
    by_unit_se: [`± by ${unit}`, ({ rho, byUnit }) => (rho.standardError ? byUnit : undefined)],
    beyond_both: ["Beyond x and y alone", ({ beyondBoth }) => measured(beyondBoth)],
    // Shown next to ρ if base rates alone could produce that ρ.
    less_baseline: ["ρ less its baseline's", ({ over }) => over],
    beyond: ["ρ beyond ln P(y)", ({ beyond }) => beyond],
    within: ["ρ within label", ({ within }) => within],
    blind_to_y: ["ρ blind to y", ({ blindToY }) => blindToY],
  } as const satisfies Readonly<Record<string, Cell>>;
}

function measured(found: Controlled["beyondBoth"]): Value {
  return found && { value: found.value, standardError: found.standardError };
}
