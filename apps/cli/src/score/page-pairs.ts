import type { Comparison } from "@promptnce/case-study";
import { plan, random, shuffle } from "@promptnce/core";
import type { Trial } from "@promptnce/core";
import { type PageContent, type PairEstimate, wantedQuestions, type WantedQuestions } from "../terminal/page.ts";
import type { ScoreResult } from "./run-score.ts";
import { type Scored, startOf } from "./scored.ts";
import { shortNames } from "./short-names.ts";

/** How many attempts a page shows at most, with every summary of their students. */
const ATTEMPTS = 800;

/** A row an attempt and summary with what every method made of it, and what was asked. */
export async function classPairs({ scored, asked }: Pick<ScoreResult, "scored" | "asked">): Promise<{
  readonly pairs: PageContent["pairs"];
  /** Whether they are all. */
  readonly all: boolean;
}> {
  const wanted = wantedQuestions();
  const variants = [...Map.groupBy(scored, ({ job }) => job.variant).values()];
  const total = variants.reduce((sum, [one]) => sum + (one?.job.comparisons.length ?? 0), 0);
  const pairs = variants.flatMap((own) => {
    const [{ job } = {}] = own;
    if (job === undefined) return [];
    const names = shortNames(job.comparisons.map(({ student }) => student));
    const size = Math.ceil((ATTEMPTS * job.comparisons.length) / Math.max(ATTEMPTS, total));
    return drawn(job.comparisons, size, asked.seed).flatMap((comparison) =>
      [...comparison.trials].map(([kind, trial]) => ({
        dataset: startOf(job)[0],
        model: asked.provider.model,
        pair: trial.id,
        x: `${names.get(comparison.student)}, ${kind}`,
        y: `${comparison.task}, ${comparison.id.slice(comparison.id.lastIndexOf("/") + 1)}`,
        estimates: own.map((one) => estimateOf(one, trial, { asked, wanted })),
      })),
    );
  });
  const questions = await wanted.readFrom(asked.replies);
  // No base rate is asked for, so that what is compared is the conditional's logarithm.
  const titles = { Dataset: "Variant", "Est. PMI": "Est. log P(y|x), nats", PMI: "log P(y|x)" };
  return { pairs: { titles, pairs, questions }, all: total <= ATTEMPTS };
}

/** In their order, so many of them, at random. */
function drawn(all: readonly Comparison[], size: number, seed: string): readonly Comparison[] {
  if (all.length <= size) return all;
  const places = shuffle([...all.keys()], random(`${seed}/page`)).slice(0, size);
  const taken = new Set(places);
  return all.filter((_, i) => taken.has(i));
}

function estimateOf(
  { job, outcomes }: Scored,
  trial: Trial,
  { asked, wanted }: { asked: ScoreResult["asked"]; wanted: WantedQuestions },
): PairEstimate {
  const outcome = outcomes[job.trials.indexOf(trial)];
  const run = { task: "programs", estimators: [job.method.estimator], trials: [trial], samples: 1 };
  const places = wanted.placesOf([...plan([run])], asked);
  return { method: startOf(job)[1], ...outcome?.estimate, status: outcome?.status ?? "unasked", asked: places };
}
