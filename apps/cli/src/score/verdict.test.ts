import {
  type Comparison,
  comparisons,
  rankSummaries,
  type ScoredJob,
} from "@promptnce/case-study/judging";
import { syntheticClass } from "@promptnce/case-study/world";
import type { Outcome } from "@promptnce/core";
import { random } from "@promptnce/core/sampling";
import { describe, expect, it } from "vitest";
import { verdictNote } from "./score-tables.ts";
import { scoredOf, type Verdict } from "./scored.test.support.ts";
import { comparisonText, scoreVerdict } from "./verdict.ts";

const of = (masses: Verdict["masses"], students = 20) =>
  scoredOf(Array.from({ length: students }, (_, i) => ({ student: `s${i}`, masses })));
const expert = of({ expert: 0.5, generic: 0.1 });
const generic = of({ expert: 0.1, generic: 0.5 });
const tied = of({ expert: 0.1, generic: 0.1 });
const unread = of({ expert: undefined, generic: undefined });

describe("the verdict of score", () => {
  it("names the better summary, with its wins and ties", () => {
    expect(scoreVerdict([expert])).toBe(
      "“expert” describes the students better than “generic”: it won 100 % of comparisons and tied 0 %.",
    );
    expect(verdictNote([expert])).toBeUndefined();
  });

  it("is that of the first way of asking alone, which it names, whatever the others say", () => {
    expect(scoreVerdict([expert, generic, tied])).toBe(
      "“expert” describes the students better than “generic”: it won 100 % of comparisons and tied 0 % (Compression, PromptNCE).",
    );
    expect(scoreVerdict([tied, expert, expert])).toMatch(/^It is not clear whether /);
    expect(scoreVerdict([unread, expert])).toContain("no reply could be read");
    expect(verdictNote([tied, expert])).toMatch(
      /^The verdict is that of Compression, PromptNCE, chosen before any reply was read\./,
    );
  });

  it("leaves the other ways of asking a description without a winner", () => {
    expect(comparisonText(generic)).toBe(
      "“generic” won 100 % of comparisons and tied 0 % against “expert”.",
    );
    expect(comparisonText(unread)).toBe("No reply could be read.");
  });

  it("says that it is unknown if the summaries do not differ", () => {
    expect(scoreVerdict([tied])).toBe(
      "It is not clear whether “expert” or “generic” describes the students better: “expert” won 0 % of comparisons and tied 100 %.",
    );
  });

  it("says that it is unknown with few students, or if nothing could be read", () => {
    expect(scoreVerdict([of({ expert: 0.5, generic: 0.1 }, 9)])).toContain(
      "9 students are too few to tell",
    );
    expect(scoreVerdict([of({ expert: 0.5, generic: 0.1 }, 10)])).toMatch(/^“expert” describes/);
    expect(scoreVerdict([unread])).toContain("no reply could be read");
  });

  // At 5 % more are found once in 100 times.
  it("names a winner among coins in at most 5 of 40 runs about ten students, asked in six ways", () => {
    expect(winnersAmongCoins(40)).toBeLessThanOrEqual(5);
  });

  it("does so among five kinds, of which the first two are compared", () => {
    expect(winnersAmongCoins(20, 5)).toBeLessThanOrEqual(3);
  });

  it("does so in at most 17 of 200", { tags: "full" }, () => {
    expect(winnersAmongCoins(200)).toBeLessThanOrEqual(17);
  });
});

/** A class of ten students with so many kinds of summary; the comparisons of their windows. */
function comparisonsOf(kinds: number): readonly Comparison[] {
  const students = syntheticClass(1, 10).students.map((student) => {
    const texts = Array.from({ length: kinds }, (_, i) => [`kind ${i}`, `${student.id} ${i}`]);
    return { ...student, summaries: new Map(texts as [string, string][]) };
  });
  return comparisons(students, { variant: "compression", seed: 1 }).comparisons;
}

/** How many of so many runs in which every reply is a coin's name a winner. */
function winnersAmongCoins(runs: number, kinds = 2): number {
  const made = comparisonsOf(kinds);
  const verdicts = Array.from({ length: runs }, (_, seed) => scoreVerdict(coins(seed, made)));
  return verdicts.filter((verdict) => verdict.includes("describes the students better than"))
    .length;
}

/** Its results in six ways of asking where every reply is a coin's. */
function coins(seed: number, made: readonly Comparison[]): Pick<ScoredJob, "job" | "ranking">[] {
  const source = random(`coins ${seed}`);
  const trials = made.flatMap((comparison) => [...comparison.trials.values()]);
  return Array.from({ length: 6 }, () => {
    const outcomes = trials.map((trial): Outcome => {
      return { trial, estimate: { conditional: source.uniform() }, status: "ok" };
    });
    const ranking = rankSummaries(made, outcomes, { seed, replicates: 400 });
    return { job: expert.job, ranking };
  });
}
