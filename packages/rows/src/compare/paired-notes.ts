import type { PairedRuns } from "./pair-up.ts";

/** What is to be known of two runs beside each other: how their intervals are made, and what is left out; a sentence each. */
export function pairedNotes(paired: PairedRuns): string[] {
  const { groups, alone, unmatched, unestimated, shown, repeated, disputed } = paired;
  const counts = [
    [unmatched, "in one run only, and left out"],
    [unestimated, "left out, since a reply could not be read"],
    [shown, "shown in a prompt, and left out: what a prompt shows is no evidence"],
    [repeated, "given again in the same run; the first row counts"],
    [disputed, "with other people's answers in A than in B; those of A count"],
  ] as const;
  const drawn = groups.flatMap(({ name, drawn: own }) => {
    if (own === undefined) return [];
    const [kept, of] = [own.kept, own.of].map((count) => count.toLocaleString("en"));
    return `${name}: a uniform draw of ${kept} of the ${of} pairs in both runs; what is left out of pairs in both is counted in such a draw.`;
  });
  return [
    "Intervals by the paired bootstrap over inputs (2,000 resamples); p is not corrected for the number of rows.",
    ...drawn,
    ...(alone.length > 0 ? [`In one run only, and not compared: ${alone.join("; ")}.`] : []),
    ...counts.flatMap(([count, what]) => (count > 0 ? `${count} ${count === 1 ? "pair" : "pairs"} ${what}.` : [])),
  ];
}
