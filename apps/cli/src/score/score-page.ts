import { costText } from "@promptnce/engine/money";
import { countText } from "#command/terminal";
import { drawFigure, page, type PageContent } from "#report";
import { classPairs } from "./page-pairs.ts";
import type { ScoreResult } from "./ask-score.ts";
import {
  leaderOf,
  type PairRate,
  type ScoredJob,
  tooFewStudents,
} from "@promptnce/case-study/judging";
import { pairsTable, rankingTable, studentTables, titlesOf } from "./score-tables.ts";

/** The page of a scored class, which holds summaries and code. */
export async function scorePage(result: ScoreResult): Promise<string> {
  const { scored, simulated, manifest, asked } = result;
  const { pairs, all } = await classPairs(result);
  return page({
    title: "Which summary knows the student?",
    generator: "promptnce score",
    simulated,
    facts: factsOf(result),
    first: {
      verdict: scoreVerdict(scored),
      said: [
        "A summary wins a comparison if the model finds the student's own attempt likelier with it than with the other summary. Percentages are of the comparisons whose replies could be read.",
      ],
      figure: drawFigure(ratesFigure(scored, simulated))[0],
    },
    outcome: {
      title: "By way of asking",
      lines: scored.map((scoredJob) => ({
        about: titlesOf(scoredJob.job).join(", "),
        said: scoreVerdict([scoredJob]),
        results: [],
      })),
    },
    sections: [
      {
        id: "ranking",
        title: "Ranking of the summaries",
        tables: [rankingTable(scored, simulated)],
        figures: [],
      },
      {
        id: "versus",
        title: "Pairwise comparisons",
        tables: [pairsTable(scored, simulated)],
        figures: [],
      },
      {
        id: "students",
        title: "Student by student",
        folded: true,
        tables: studentTables(scored, simulated),
        figures: [],
      },
    ],
    left: skippedOf(scored),
    pairs,
    pairsIntro: `${all ? "Every attempt" : "A random sample of the attempts, each"} with every summary of its student. Open one to see which summary won and why: the summaries side by side, the probability of each program with either, and which program is the student's own.`,
    unreadable: asked.unreadableReplies,
    manifest,
  });
}

function factsOf({ manifest, provider, seed, scored }: ScoreResult): PageContent["facts"] {
  const { class: students, counts, cost } = manifest;
  const kinds = new Set(scored.flatMap(({ ranking }) => ranking.kinds.map(({ kind }) => kind)));
  return [
    ["Asked", `${provider.model} (${provider.name})`],
    ["Class", `${countText(students.students)} students, ${countText(students.attempts)} attempts`],
    ["Summaries", [...kinds].join(", ")],
    ["Questions", countText(counts.questions)],
    ["Unreadable", countText(counts.unreadable)],
    ...(provider.name === "simulated" || cost === undefined
      ? []
      : [["Cost", costText(cost)] as const]),
    ["Seed", seed],
  ];
}

function ratesFigure(scored: readonly ScoredJob[], simulated: string | undefined) {
  return {
    kind: "rates" as const,
    name: "win-rates",
    title: "Mean win rate against the other kinds of summary",
    simulated,
    rates: scored.flatMap(({ job, ranking }) => {
      const [variant, method] = titlesOf(job);
      return ranking.kinds.map((own) => {
        const { low, high } = tooFewStudents(own)
          ? { low: Number.NaN, high: Number.NaN }
          : own.interval;
        return { variant, method, kind: own.kind, rate: own.rate, low, high };
      });
    }),
  };
}

function skippedOf(scored: readonly ScoredJob[]): PageContent["left"] {
  const variants = new Map(scored.map(({ job }) => [job.variant, job.skipped]));
  return [...variants].flatMap(([variant, skipped]) => {
    if (skipped.length === 0) return [];
    const reasons = Map.groupBy(skipped, ({ reason }) => reason);
    const reasonTexts = [...reasons].map(
      ([reason, failures]) => `${failures.length} that ${reason}`,
    );
    return [{ id: variant, reason: `attempts and students left out: ${reasonTexts.join("; ")}` }];
  });
}

type Told = Pick<ScoredJob, "job" | "ranking">;

/**
 * The first sentence on a scored class: which summary fits the students better, or that the result
 * is inconclusive.
 */
export function scoreVerdict(scored: readonly Told[]): string {
  const apart = scored.filter(({ ranking }) => leaderOf(ranking)?.apart);
  const [best, ...others] = new Set(apart.map(({ ranking }) => ranking.kinds[0]!.kind));
  if (best === undefined) return unknownOf(scored);
  if (others.length > 0) {
    const winTexts = apart.map(
      ({ job, ranking }) => `“${ranking.kinds[0]?.kind}” with ${titlesOf(job).join(", ")}`,
    );
    return `Which summary describes the students better depends on how the model is asked: ${winTexts.join("; ")}.`;
  }
  const { job, ranking } = apart[0]!;
  const next = leaderOf(ranking)!.next!;
  const nextBest = ranking.kinds.length > 2 ? ", the next best" : "";
  const where = scored.length > 1 ? ` (${titlesOf(job).join(", ")})` : "";
  const elsewhere =
    apart.length < scored.length
      ? ` The difference is not clear in ${scored.length - apart.length} of ${scored.length} ways of asking.`
      : "";
  return `“${best}” describes the students better than “${best === next.first ? next.second : next.first}”${nextBest}: it ${wonOf(next, best)}${where}.${elsewhere}`;
}

function unknownOf(scored: readonly Told[]): string {
  const next = scored
    .map(({ ranking }) => leaderOf(ranking)?.next)
    .find((pair) => pair !== undefined);
  const read = scored.some(({ ranking }) => leaderOf(ranking) !== undefined);
  if (!read)
    return "It is not clear which summary describes the students better: no reply could be read.";
  if (next === undefined)
    return "It is not clear which summary describes the students better: no two could be compared.";
  const few = tooFewStudents(next) ? `; ${next.students} students are too few to tell` : "";
  return `It is not clear whether “${next.first}” or “${next.second}” describes the students better: “${next.first}” ${wonOf(next, next.first)}${few}.`;
}

/** The share of comparisons won, among those with a verdict. */
function wonOf({ first, wins, ties, losses }: PairRate, kind: string): string {
  const percent = (count: number) =>
    `${Math.round((100 * count) / Math.max(1, wins + ties + losses))} %`;
  return `won ${percent(kind === first ? wins : losses)} of comparisons and tied ${percent(ties)}`;
}
