import { fingerprintTable } from "@promptnce/engine";
import {
  inContext,
  type InContext,
  type Label,
  type Marginal,
  type SynonymsOf,
  type Trial,
} from "@promptnce/core";
import { candidateSet, random, shuffle } from "@promptnce/core/sampling";
import { pairKey } from "./people.ts";
import type { Row } from "../input/read-rows.ts";

/**
 * Which labels to ask about: each row's own, all for each input, or all with only the highest ranks
 * kept.
 */
export type LabelScope = "pairs" | "all-labels" | "top";

/** One input with the labels to ask about, which are asked and written together. */
export interface RowUnit {
  readonly row: Row;
  readonly trials: readonly Trial[];
}

interface UnitOptions {
  readonly ask: LabelScope;
  /** P(y) in each context; its labels are the ones to ask about. */
  readonly marginal: InContext<Marginal>;
  readonly k: number;
  readonly seed: string;
  /** Near-synonyms, which share a label's candidate set; none by default. */
  readonly synonyms?: SynonymsOf;
}

/**
 * Yields the units of the rows, in their order: one for each row or, if all labels are asked about,
 * one for each distinct input. A row that cannot be used has no trials.
 *
 * @example
 * import { readRows, tableFile } from "@promptnce/rows/input";
 * const table = await tableFile({ path: "pairs.csv", format: "csv" });
 * const rows = readRows(table, { x: [{ field: "cue", column: "cue" }], y: "response" });
 * const marginal = new Map(["WATER", "SALT", "BANK", "MOON", "HOT"].map((y) => [y, 0.2]));
 * const options = { ask: "pairs", marginal, k: 3, seed: "1" };
 * const [[{ trials }]] = await Array.fromAsync(unitsOf(rows, options));
 * trials[0].candidates.length; // → 3
 */
export async function* unitsOf(
  rows: AsyncIterable<readonly Row[]>,
  options: UnitOptions,
): AsyncGenerator<readonly RowUnit[]> {
  const seen = fingerprintTable();
  for await (const batch of rows) {
    const wanted = batch.filter(
      ({ key, problem }) => options.ask === "pairs" || problem || seen.add(key, 1) === 1,
    );
    yield wanted.map((row) => {
      if (row.problem !== undefined) return { row, trials: [] };
      const marginal = inContext(options.marginal, row.context);
      if (row.context !== undefined && marginal.size < 2) return { row: alone(row), trials: [] };
      const trials =
        options.ask === "pairs"
          ? [pairTrial(row, marginal, options)]
          : labelTrials(row, [...marginal.keys()], options);
      return { row, trials };
    });
  }
}

/** The row of a context with one label, marked as unusable. */
function alone(row: Row): Row {
  return { ...row, problem: "its context has one label in all, which tells nothing" };
}

/**
 * The pair in its candidate set: the label, K − 1 distractors, and near-synonyms. The set does not
 * depend on the pair's position in the file.
 */
function pairTrial(
  { x, key, y = "", context }: Row,
  marginal: Marginal,
  { k, seed, synonyms = (one) => [one] }: UnitOptions,
): Trial {
  const pair = { id: pairKey(key, y), x, y, ...(context && { context }) };
  const set = candidateSet(pair, marginal, k, seed);
  const absent = synonyms(y).filter((one) => !set.includes(one));
  const candidates =
    absent.length === 0 ? set : shuffle([...set, ...absent], random(`${seed}/synonyms/${pair.id}`));
  return { ...pair, candidates };
}

/**
 * The trials of an input with every label. The labels are divided into disjoint candidate sets of
 * at most K, whose sizes differ by at most one, so that ⌈L / K⌉ prompts cover all of them. A set of
 * one label would tell nothing in a closed prompt, so with K = 2 and an odd number of labels one
 * set has three. The division is drawn anew for each input; near-synonyms stay together and count
 * as one label.
 */
function labelTrials(
  { x, key, context }: Row,
  labels: readonly Label[],
  options: UnitOptions,
): Trial[] {
  const { k, seed, synonyms = (one) => [one] } = options;
  const groups = [...new Map(labels.map((y) => [synonyms(y)[0], synonyms(y)])).values()];
  const order = shuffle(groups, random(`${seed}/partition/${key}`));
  const sets = Math.max(1, Math.min(Math.ceil(order.length / k), Math.floor(order.length / 2)));
  return Array.from({ length: sets }, (_, i) => {
    const from = Math.floor((i * order.length) / sets);
    const candidates = order.slice(from, Math.floor(((i + 1) * order.length) / sets)).flat();
    return candidates.map((y) => {
      const pair = { id: pairKey(key, y), x, y, ...(context && { context }) };
      return { ...pair, candidates };
    });
  }).flat();
}
