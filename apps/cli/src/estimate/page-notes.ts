import type { EstimatedUnit } from "@promptnce/providers/run";
import { type Extremes, extremes, inputText, type Reservoir, reservoir, type RowUnit } from "@promptnce/rows";
import type { Prepared } from "./prepare.ts";

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

/** Nothing noted so far. */
export function pageNotes({
  trials,
  seed,
  methods,
  task,
}: Pick<Prepared, "trials" | "seed" | "methods"> & { readonly task: Pick<Prepared["task"], "fields"> }): PageNotes {
  const units = reservoir<EstimatedUnit<RowUnit>>(Math.max(1, Math.floor(PAIRS / trials)), `${seed}/page`);
  const found = extremes(methods);
  return {
    units,
    extremes: found,
    estimated(answered) {
      units.add(answered);
      for (const one of answered.estimates) found.add(one, () => inputText(task.fields, one.trial.x));
    },
  };
}
