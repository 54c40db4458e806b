import { costText } from "@promptnce/engine/money";
import { countText } from "@promptnce/core/errors";
import { drawFigure, page, type PageContent } from "#report";
import { said } from "../terminal/said.ts";
import { classPairs } from "./page-pairs.ts";
import type { ScoreResult } from "./ask-score.ts";
import { type ScoredJob, tooFewStudents } from "@promptnce/case-study/judging";
import { pairsTable, rankingTable, studentTables, titlesOf, verdictNote } from "./score-tables.ts";
import { comparisonText, scoreVerdict } from "./verdict.ts";

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
      said: said(
        "A summary wins a comparison if the model finds the student's own attempt likelier with it than with the other summary. Percentages are of the comparisons whose replies could be read.",
        verdictNote(scored),
      ),
      figure: drawFigure(ratesFigure(scored, simulated))[0],
    },
    outcome: {
      title: "By way of asking",
      lines: scored.map((own, place) => ({
        about: titlesOf(own.job).join(", "),
        said: place === 0 ? scoreVerdict([own]) : comparisonText(own),
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
