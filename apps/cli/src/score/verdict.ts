import {
  leaderOf,
  type PairRate,
  type Ranking,
  type ScoredJob,
  tooFewStudents,
} from "@promptnce/case-study/judging";
import { titlesOf } from "./score-tables.ts";

type JobRanking = Pick<ScoredJob, "job" | "ranking">;

/**
 * The first sentence on a scored class: which summary fits the students better, or that the result
 * is inconclusive. It is the result of one test, that of the first way of asking: the paper's main
 * variant and method, or else the first that the user names. The best of several tests would name a
 * winner among coins more often than one run in twenty.
 */
export function scoreVerdict(scored: readonly JobRanking[]): string {
  const [main] = scored;
  const leader = main && leaderOf(main.ranking);
  if (main === undefined || leader === undefined) return unclearText("no reply could be read.");
  const { next, apart } = leader;
  if (next === undefined) return unclearText("no two could be compared.");
  const { kinds } = main.ranking;
  const [best, other] = bestFirst(next, kinds[0]!.kind);
  const where = scored.length > 1 ? ` (${titlesOf(main.job).join(", ")})` : "";
  if (apart) {
    const nextBest = kinds.length > 2 ? ", the next best" : "";
    return `“${best}” describes the students better than “${other}”${nextBest}: it ${wonOf(next, best)}${where}.`;
  }
  const few = tooFewStudents(next) ? `; ${next.students} students are too few to tell` : "";
  return `It is not clear whether “${next.first}” or “${next.second}” describes the students better: “${next.first}” ${wonOf(next, next.first)}${where}${few}.`;
}

/** How the best summary did against the next in a way of asking on which no verdict rests. */
export function comparisonText({ ranking }: { readonly ranking: Ranking }): string {
  const leader = leaderOf(ranking);
  if (leader === undefined) return "No reply could be read.";
  if (leader.next === undefined) return "No two summaries could be compared.";
  const [best, other] = bestFirst(leader.next, ranking.kinds[0]!.kind);
  return `“${best}” ${wonOf(leader.next, best)} against “${other}”.`;
}

function unclearText(why: string): string {
  return `It is not clear which summary describes the students better: ${why}`;
}

function bestFirst({ first, second }: PairRate, best: string): [best: string, other: string] {
  return best === first ? [first, second] : [second, first];
}

/** The share of comparisons won, among those with a verdict. */
function wonOf({ first, wins, ties, losses }: PairRate, kind: string): string {
  const percent = (count: number) =>
    `${Math.round((100 * count) / Math.max(1, wins + ties + losses))} %`;
  return `won ${percent(kind === first ? wins : losses)} of comparisons and tied ${percent(ties)}`;
}
