import { decidedBy } from "@promptnce/core/coherence";
import { countText } from "@promptnce/core/errors";
import { FEWEST_PAIRS } from "@promptnce/core/scorecard";
import type { MethodSummary } from "./method-summary.ts";
import { pairsText, rangeText, varies, withError } from "./score-text.ts";

interface Column {
  readonly title: string;
  readonly of: (summary: MethodSummary) => string;
}

const METHOD: Column = { title: "", of: ({ method }) => method.title };
const UNREADABLE: Column = {
  title: "unreadable",
  of: ({ estimates, unreadable }) => `${countText(unreadable)} of ${countText(estimates)}`,
};

/** What people's answers show of a method. */
const SCORED: readonly Column[] = [
  { title: "ρ with people", of: ({ scores }) => rhoText(scores) },
  { title: "95 %", of: ({ scores }) => (scores === undefined ? "" : sureText(scores)) },
  { title: "over", of: ({ scores }) => overText(scores) },
];

/** What is known of a method where nobody was counted. */
const UNSCORED: readonly Column[] = [
  { title: "order decided by", of: (summary) => decidedText(decidedBy(summary)) },
];

/** A line for each method under a heading, and what ρ is. */
export function methodTable(methods: readonly MethodSummary[]): string[] {
  const isScored = methods.some(({ scores }) => scores !== undefined);
  const columns = [METHOD, ...(isScored ? SCORED : UNSCORED), UNREADABLE];
  const rows = [
    columns.map(({ title }) => title),
    ...methods.map((summary) => columns.map(({ of }) => of(summary))),
  ];
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join("  ")
      .trimEnd(),
  );
  return isScored ? [...lines, RHO] : lines;
}

const RHO = "ρ: 1 if the pairs are in people's order, 0 by chance.";

type Scores = MethodSummary["scores"];

/**
 * The ρ of a method with people's PMI and its error, for people; `none` where there is none.
 *
 * @example
 * rhoText(undefined); // → "none"
 */
export function rhoText(scores: Scores): string {
  return scores === undefined || Number.isNaN(scores.rho)
    ? "none"
    : withError(scores.rho, scores.rhoError);
}

/** How sure a ρ is: the interval of its resamples, where there are enough pairs for one. */
function sureText({ pairs, interval }: NonNullable<Scores>): string {
  if (pairs < FEWEST_PAIRS) return "too few pairs";
  return varies(interval) ? rangeText(interval) : "";
}

function overText({ pairs, rows } = NO_PAIRS): string {
  return pairsText({ rows, repeated: rows - pairs });
}

const NO_PAIRS: Pick<NonNullable<Scores>, "pairs" | "rows"> = { pairs: 0, rows: 0 };

function decidedText(by: ReturnType<typeof decidedBy>): string {
  return by === "both" ? "both terms" : (by ?? "nothing");
}
