import { meanInterval } from "@promptnce/core/resampling";
import { figureText } from "./document.ts";
import { type Claim, figureOf, type Finding } from "./finding.ts";
import type { Tables } from "./runs.ts";

/** A claim with its value under each seed, and the verdict. */
export interface JudgedFinding {
  readonly finding: Finding;
  readonly claim: Claim;
  readonly figures: readonly number[];
  readonly verdict: "holds" | "does not hold" | "open";
  /**
   * The verdict, Student's t interval of the mean over seeds, and the lowest and highest value of a
   * seed.
   */
  readonly text: string;
}

/** Judges each claim by the interval of its mean over the seeds, at a level such as 0.95. */
export function judge(
  findings: readonly Finding[],
  seeds: readonly Tables[],
  level: number,
): JudgedFinding[] {
  return findings.flatMap((finding) =>
    finding.claims.map((claim) => {
      const figures = seeds.map((tables) => figureOf(claim, finding, tables.get(finding) ?? []));
      const interval = meanInterval(figures, level);
      const verdict = verdictOf([interval.low, interval.high], claim);
      const range = [interval.low, interval.high, Math.min(...figures), Math.max(...figures)];
      const [low, high, least, most] = range.map(figureText);
      return {
        finding,
        claim,
        figures,
        verdict,
        text: `${verdict}: ${low} to ${high} (${least} to ${most})`,
      };
    }),
  );
}

/** The verdict: whether the whole interval is inside the bounds, or outside of them. */
export function verdictOf(
  [low, high]: readonly [low: number, high: number],
  { above = -Infinity, below = Infinity }: Claim,
): JudgedFinding["verdict"] {
  if (low > above && high < below) return "holds";
  return high <= above || low >= below ? "does not hold" : "open";
}
