import type { Block } from "./rank-table.ts";

/** Resamples behind each ±. */
export const REPLICATES = 10_000;

/** What ± is in a table of these blocks, how it was made and what it is about. */
export function errorNote(blocks: readonly Block[], items = "pairs"): string {
  const seeds = [...new Set(blocks.map(({ study }) => study.seed))];
  return (
    `±: bootstrap standard error over the ${items} (B = ${REPLICATES.toLocaleString("en")}, ` +
    `seed${seeds.length > 1 ? "s" : ""} ${seeds.join(", ")}).`
  );
}
