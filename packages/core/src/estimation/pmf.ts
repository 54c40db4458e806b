import type { Label, Pmf } from "../types.ts";

/**
 * The mass of a listed label, or `undefined` where it is not listed. Never the mass of the category OTHER, also for a
 * label that is spelled `OTHER`.
 */
export function massOf(pmf: Pmf, label: Label): number | undefined {
  const place = pmf.labels.indexOf(label);
  return place < 0 ? undefined : pmf.masses[place];
}
