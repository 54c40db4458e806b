import { pmi } from "@promptnce/core/information";
import { togetherOf } from "../experiments/parts/beyond-both.ts";
import { isResolvedAbove } from "../experiments/parts/marked-statistics.ts";
import { scoreBlock } from "../experiments/parts/score-block.ts";
import { columnOf, type ScoreColumn, scoredPlaces } from "../experiments/parts/scored-pairs.ts";
import { labelKey } from "../study/in-contexts.ts";
import type { ChallengePair, ChallengePairs } from "./challenge-pairs.ts";
import type { EntryScore, Shown } from "./entry.ts";
import type { Prediction, Predictions } from "./predictions.ts";
import { versionNameOf } from "./versions.ts";

/** The scores of predictions on one version, and the ids that say what they are scores of. */
export interface VersionScores {
  /** PMI's and, if the file has both terms, that of P(y|x). */
  readonly scores: readonly EntryScore[];
  /** The ids of evaluation pairs without a prediction. */
  readonly missing: readonly string[];
  /** Ids of the version's form that none of its pairs has. */
  readonly unknown: readonly string[];
}

type Find = (pair: ChallengePair) => Prediction | undefined;

/**
 * Scores the predictions as `bench` scores a method that is alone in its block: the same pairs,
 * resamples and controls.
 */
export function scorePredictions(
  challenge: ChallengePairs,
  { byId }: Pick<Predictions, "byId">,
): VersionScores {
  const { version, evaluation, development } = challenge;
  const find: Find = ({ id }) => byId.get(id);
  const known = new Set([...evaluation, ...development].map(({ id }) => id));
  const ids = [...byId.keys()].filter((id) => versionNameOf(id) === version.name);
  const found = evaluation.flatMap((pair) => find(pair) ?? []);
  const hasTerms = found.some(({ conditional }) => conditional !== undefined);
  return {
    scores: [pmiScore(challenge, find), ...(hasTerms ? [conditionalScore(challenge, find)] : [])],
    missing: evaluation.flatMap((pair) => (find(pair) === undefined ? [pair.id] : [])),
    unknown: ids.filter((id) => !known.has(id)),
  };
}

/** ρ with PMI, beside the baseline of the entrant's own base rates where there are any. */
function pmiScore({ version, study, evaluation }: ChallengePairs, find: Find): EntryScore {
  const together = togetherOf(study, "pmi");
  const columnBy = (estimate: (of: Prediction) => number | undefined): ScoreColumn =>
    columnOf(
      evaluation.map((named) => {
        const { pair } = named;
        const { pmi: truth, marginal } = pair;
        const prediction = find(named);
        return {
          truth,
          marginal,
          label: labelKey(pair),
          estimate: prediction && estimate(prediction),
          together: together(pair, true),
        };
      }),
    );
  const estimates = columnBy((of) => of.pmi);
  const baseline = columnBy(({ marginal }) =>
    marginal === undefined ? undefined : pmi(1, marginal),
  );
  const isKnown = scoredPlaces(baseline).length > 0;
  const [score] = isKnown
    ? scoreBlock([estimates, baseline], { seed: study.seed, baselineOf: [1, 1] })
    : scoreBlock([estimates], { seed: study.seed });
  return entryScore(version.name, "PMI", estimates, score!);
}

/** ρ with P(y|x), with the P(y) that people have in the block, as in the paper's table. */
function conditionalScore({ version, study, evaluation }: ChallengePairs, find: Find): EntryScore {
  const together = togetherOf(study, "conditional");
  const columnBy = (estimate: (named: ChallengePair) => number | undefined): ScoreColumn =>
    columnOf(
      evaluation.map((named) => ({
        truth: named.pair.conditional,
        label: labelKey(named.pair),
        estimate: estimate(named),
        together: together(named.pair, false),
      })),
    );
  const estimates = columnBy((named) => find(named)?.conditional);
  const baseline = columnBy(({ pair }) => pair.marginal);
  const [score] = scoreBlock([estimates, baseline], { seed: study.seed, baselineOf: [-1, 1] });
  return entryScore(version.name, "P(y|x)", estimates, score!);
}

type Score = ReturnType<typeof scoreBlock>[number];

function entryScore(
  version: string,
  measure: EntryScore["measure"],
  column: ScoreColumn,
  {
    rho,
    over,
    beyond,
    within,
    beyondBoth,
    isBeyondBoth = false,
    blindToY,
    byLabel,
    byUnit,
    unit,
  }: Score,
): EntryScore {
  const figures = { over, beyond, within, blindToY, byLabel, byUnit, unit };
  const { mark: _, ...figure } = rho;
  return {
    version,
    measure,
    pairs: column.truths.length,
    scored: scoredPlaces(column).length,
    rho: figure,
    ...(beyondBoth && {
      beyondBoth: {
        by: beyondBoth.by,
        value: beyondBoth.value,
        standardError: beyondBoth.standardError,
      },
    }),
    ...Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== undefined)),
    shows: shown({ rho, isBeyondBoth }),
  };
}

function shown({ rho, isBeyondBoth }: Pick<Score, "rho" | "isBeyondBoth">): Shown {
  if (rho.standardError === undefined) return "too few";
  if (!isBeyondBoth) return "nothing";
  return isResolvedAbove(rho) ? "pairs" : "no rank";
}
