import { type Comparison, type ScoredJob, scoreJob } from "@promptnce/case-study/judging";
import type { Outcome } from "@promptnce/core";

/**
 * The verdict on a student's attempt: P̂(attempt | summary) for each kind, `undefined` if the reply
 * was unreadable.
 */
export interface Verdict {
  readonly student: string;
  readonly masses: Readonly<Record<string, number | undefined>>;
}

/** A method's scores from these verdicts. */
export function scoredOf(verdicts: readonly Verdict[], title = "PromptNCE"): ScoredJob {
  const outcomes: Outcome[] = [];
  const comparisons = verdicts.map(({ student, masses }, i): Comparison => {
    const id = `${student}/compression/${i + 1}`;
    const trials = Object.entries(masses).map(([kind, mass]) => {
      const trial = {
        id: `${id}/${kind}`,
        x: { summary: kind },
        y: "code",
        candidates: ["code", "other"],
      };
      const estimate = mass === undefined ? {} : { conditional: mass, pmi: Math.log(mass) };
      outcomes.push({ trial, estimate, status: mass === undefined ? "unreadable" : "ok" });
      return [kind, trial] as const;
    });
    return { id, student, task: "t1", trials: new Map(trials) };
  });
  const job = {
    variant: "compression" as const,
    method: { id: title.toLowerCase(), title, needs: {}, asks: [], estimator: () => ({}) },
    comparisons,
    skipped: [],
    trials: outcomes.map(({ trial }) => trial),
  };
  return scoreJob(job, outcomes, "1");
}
