import type { Comparison } from "@promptnce/case-study";
import { method } from "@promptnce/core";
import type { Outcome } from "@promptnce/core";
import { type Scored, scored } from "./scored.ts";

/** The verdict on an attempt of a student: P̂(attempt | summary) of each kind; none was read where undefined. */
export interface Verdict {
  readonly student: string;
  readonly masses: Readonly<Record<string, number | undefined>>;
}

/** What a method makes of these verdicts. */
export function scoredOf(verdicts: readonly Verdict[], name = "promptnce"): Scored {
  const outcomes: Outcome[] = [];
  const comparisons = verdicts.map(({ student, masses }, i): Comparison => {
    const id = `${student}/compression/${i + 1}`;
    const trials = Object.entries(masses).map(([kind, mass]) => {
      const trial = { id: `${id}/${kind}`, x: { summary: kind }, y: "code", candidates: ["code", "other"] };
      const estimate = mass === undefined ? {} : { conditional: mass, pmi: Math.log(mass) };
      outcomes.push({ trial, estimate, status: mass === undefined ? "unreadable" : "ok" });
      return [kind, trial] as const;
    });
    return { id, student, task: "t1", trials: new Map(trials) };
  });
  const job = {
    variant: "compression" as const,
    method: method("promptnce:none", { grounding: { examples: [], labels: [] }, marginal: new Map() }),
    name,
    comparisons,
    skipped: [],
    trials: outcomes.map(({ trial }) => trial),
  };
  return scored(job, outcomes, "1");
}
