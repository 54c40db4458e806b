/** The number of pairs with an estimate, and of those whose masses sum far from one. */
export function scoredText({
  scored,
  pairs,
  flagged,
}: Readonly<Record<"scored" | "pairs" | "flagged", number>>): string {
  return `${scored} of ${pairs}${flagged > 0 ? `, ${flagged} flagged` : ""}`;
}

/** {@link scoredText} of pairs with their estimates. */
export function scoredTextOf(
  pairs: readonly {
    readonly estimate: number | undefined;
    readonly flagged?: boolean | undefined;
  }[],
): string {
  const scored = pairs.filter(({ estimate }) => estimate !== undefined);
  const flagged = scored.filter((pair) => pair.flagged).length;
  return scoredText({ scored: scored.length, pairs: pairs.length, flagged });
}
