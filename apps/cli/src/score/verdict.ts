import { leaderOf, type PairRate, type ScoredJob, tooFewStudents } from "@promptnce/case-study";
import { titlesOf } from "./score-tables.ts";

type Told = Pick<ScoredJob, "job" | "ranking">;

/** What a scored class says first: which summary knows the students better, or that it is not known. */
export function scoreVerdict(scored: readonly Told[]): string {
  const apart = scored.filter(({ ranking }) => leaderOf(ranking)?.apart);
  const [best, ...others] = new Set(apart.map(({ ranking }) => ranking.kinds[0]!.kind));
  if (best === undefined) return unknownOf(scored);
  if (others.length > 0) {
    const each = apart.map(({ job, ranking }) => `“${ranking.kinds[0]?.kind}” by ${titlesOf(job).join(", ")}`);
    return `It depends on how one asks which summary knows the students better: ${each.join("; ")}.`;
  }
  const { job, ranking } = apart[0]!;
  const next = leaderOf(ranking)!.next!;
  const rest = ranking.kinds.length > 2 ? ", the next best" : "";
  const where = scored.length > 1 ? ` (${titlesOf(job).join(", ")})` : "";
  const elsewhere =
    apart.length < scored.length
      ? ` Not told apart in ${scored.length - apart.length} of ${scored.length} ways of asking.`
      : "";
  return `“${best}” knows the students better than “${best === next.first ? next.second : next.first}”${rest}: ${wonOf(next, best)}${where}.${elsewhere}`;
}

function unknownOf(scored: readonly Told[]): string {
  const next = scored.map(({ ranking }) => leaderOf(ranking)?.next).find((pair) => pair !== undefined);
  const read = scored.some(({ ranking }) => leaderOf(ranking) !== undefined);
  if (!read) return "It is not known which summary knows the students better: nothing could be read.";
  if (next === undefined) return "It is not known which summary knows the students better: no two could be compared.";
  const few = tooFewStudents(next) ? `; ${next.students} students are too few to tell` : "";
  return `It is not known whether “${next.first}” or “${next.second}” knows the students better: “${next.first}” ${wonOf(next, next.first)}${few}.`;
}

/** Of the comparisons with a verdict. */
function wonOf({ first, wins, ties, losses }: PairRate, kind: string): string {
  const percent = (count: number) => `${Math.round((100 * count) / Math.max(1, wins + ties + losses))} %`;
  return `won ${percent(kind === first ? wins : losses)}, tied ${percent(ties)}`;
}
