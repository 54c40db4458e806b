import type { EstimatedUnit } from "@promptnce/providers/run";
import { Extremes, inputText, Reservoir, type RowUnit } from "@promptnce/rows";
import type { Prepared } from "./prepare.ts";

/** How many pairs a page shows at most: it stays a file that a browser opens. */
const PAIRS = 2000;

/** What is kept for the page while a run goes by: nothing grows with its rows. */
export class PageNotes {
  /** A uniform draw of the units, where they are too many to be shown. */
  readonly units: Reservoir<EstimatedUnit<RowUnit>>;
  /** Of all units. */
  readonly extremes: Extremes;
  readonly #fields: readonly string[];

  constructor({ trials, seed, methods }: Pick<Prepared, "trials" | "seed" | "methods">, fields: readonly string[]) {
    this.units = new Reservoir(Math.max(1, Math.floor(PAIRS / trials)), `${seed}/page`);
    this.extremes = new Extremes(methods);
    this.#fields = fields;
  }

  estimated(answered: EstimatedUnit<RowUnit>): void {
    this.units.add(answered);
    for (const one of answered.estimates) this.extremes.add(one, () => inputText(this.#fields, one.trial.x));
  }
}
