import { pmi } from "@promptnce/core/information";
import { isResolvedAbove } from "../scoring/marked-statistics.ts";
import { blockScores, type Score } from "../scoring/score-block.ts";
import { type MethodColumn, termsOf } from "../study/study-frame.ts";
import type { ChallengePair, ChallengePairs } from "./challenge-pairs.ts";
import type { EntryScore, EntryFinding } from "./entry.ts";
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
function pmiScore(challenge: ChallengePairs, find: Find): EntryScore {
  const { study } = challenge;
  const column = predictionColumn(challenge, find);
  const baseline = {
    ...column,
    pmi: column.marginal.map((p) => (Number.isNaN(p) ? p : pmi(1, p))),
  };
  const isKnown = column.marginal.some((marginal) => !Number.isNaN(marginal));
  const [scores] = blockScores([
    {
      ...study.scored("pmi"),
      columns: [
        { column, estimated: "pmi", ...(isKnown && { baseline: 1 }) },
        ...(isKnown ? [{ column: baseline, estimated: "pmi" as const, baseline: 1 }] : []),
      ],
    },
  ]);
  return entryScore(challenge, "PMI", scores![0]!);
}

/** ρ with P(y|x), with the P(y) that people have in the block, as in the paper's table. */
function conditionalScore(challenge: ChallengePairs, find: Find): EntryScore {
  const { study } = challenge;
  const { frame, ...of } = study.scored("conditional");
  const column = predictionColumn(challenge, find);
  const people = { name: "people", averaged: 0, ...frame.truth };
  const [scores] = blockScores([
    {
      ...of,
      frame,
      columns: [
        { column, estimated: "conditional" },
        { column: people, estimated: "marginal", baseline: 1 },
      ],
    },
  ]);
  return entryScore(challenge, "P(y|x)", scores![0]!);
}

/** An entrant's predictions for the evaluation pairs. */
function predictionColumn({ evaluation }: ChallengePairs, find: Find): MethodColumn {
  const terms = termsOf(evaluation, (pair, term) => find(pair)?.[term]);
  return { name: "predictions", averaged: 0, ...terms };
}

function entryScore(
  { version, evaluation }: ChallengePairs,
  measure: EntryScore["measure"],
  {
    rho,
    scored,
    hasEnough,
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
  const { mark: _, ...figure } = rho;
  return {
    version: version.name,
    measure,
    pairs: evaluation.length,
    scored,
    rho: figure,
    ...(beyondBoth && {
      beyondBoth: {
        by: beyondBoth.by,
        value: beyondBoth.value,
        standardError: beyondBoth.standardError,
      },
    }),
    over,
    beyond,
    within,
    blindToY,
    byLabel,
    byUnit,
    unit,
    shows: hasEnough ? shown({ rho, isBeyondBoth }) : "too few",
  };
}

function shown({ rho, isBeyondBoth }: Pick<Score, "rho" | "isBeyondBoth">): EntryFinding {
  if (!isBeyondBoth) return "nothing";
  return isResolvedAbove(rho) ? "pairs" : "no rank";
}
