import type { EstimatedUnit } from "@promptnce/providers/run";
import {
  type Extremes,
  extremes,
  inputText,
  type NamedMethod,
  type Reservoir,
  reservoir,
  type RowUnit,
} from "@promptnce/rows";

/** How many pairs a page shows at most: it stays a file that a browser opens. */
const PAIRS = 2000;

/** What is kept for the page while a run goes by: nothing grows with its rows. */
export interface PageNotes {
  /** A uniform draw of the units, where they are too many to be shown. */
  readonly units: Reservoir<EstimatedUnit<RowUnit>>;
  /** Of all units. */
  readonly extremes: Extremes;
  estimated(answered: EstimatedUnit<RowUnit>): void;
}

/** Nothing noted so far. `trials` is how many pairs a unit has. */
export function pageNotes(options: {
  readonly trials: number;
  readonly seed: string;
  readonly methods: readonly NamedMethod[];
  readonly fields: readonly string[];
}): PageNotes {
  const { trials, seed, methods, fields } = options;
  const units = reservoir<EstimatedUnit<RowUnit>>(Math.max(1, Math.floor(PAIRS / trials)), `${seed}/page`);
  const found = extremes(methods);
  return {
    units,
    extremes: found,
    estimated(answered) {
      units.add(answered);
      for (const one of answered.estimates) found.add(one, () => inputText(fields, one.trial.x));
    },
  };
}
