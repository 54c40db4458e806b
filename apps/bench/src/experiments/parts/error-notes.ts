/** Resamples behind each ±. */
export const REPLICATES = 10_000;

/** How ± was made in a table of these blocks, and what it generalises to. */
export function errorNote(blocks: readonly { readonly study: { readonly seed: string } }[], items = "pairs"): string {
  const seeds = [...new Set(blocks.map(({ study }) => study.seed))];
  return (
    `±: bootstrap standard error over the ${items} (B = ${REPLICATES.toLocaleString("en")}, ` +
    `seed${seeds.length > 1 ? "s" : ""} ${seeds.join(", ")}). It generalises to other ${items} drawn as these were. ` +
    `Taken as given: ${items === "pairs" ? "base rates that pairs share, " : ""}` +
    "the draw of candidates, the grounding examples, the wording and the model's replies."
  );
}
