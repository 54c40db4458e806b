import { fingerprintTable } from "@promptnce/engine";
import { inContext, type InContext } from "@promptnce/core";
import type { Label, Marginal, SynonymsOf, Trial } from "@promptnce/core";
import { candidateSet, random, shuffle } from "@promptnce/core/sampling";
import { pairKey } from "./people.ts";
import type { Row } from "../input/read-rows.ts";

/** Which labels are asked about. */
export type LabelScope = "pairs" | "all-labels" | "top";

/** What is asked and written together: one input with the labels it is asked about. */
export interface RowUnit {
  readonly row: Row;
  readonly trials: readonly Trial[];
}

interface UnitOptions {
  readonly ask: LabelScope;
  /** P(y), of each context where there are several: its labels are those asked about. */
  readonly marginal: InContext<Marginal>;
  readonly k: number;
  readonly seed: string;
  /** All of a label's stand in its set; none if not given. */
  readonly synonyms?: SynonymsOf;
}

/**
 * The units of the rows, in their order: one a row, or, where all labels are asked about, one an input. About a row
 * that cannot be used nothing is asked.
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

/** A row in whose context nothing can be told, with what is in the way. */
function alone(row: Row): Row {
  return { ...row, problem: "its context has one label in all, which tells nothing" };
}

/** The pair itself among K−1 distractors and its near-synonyms, the same set wherever in the file the pair stands. */
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
 * Every label, in sets of at most K that have no label in common and differ by one in size, so that ⌈L / K⌉ prompts
 * price all of them. No set is of one label, of which a closed set tells nothing: of an odd number in twos one set is
 * of three. Which labels are together is drawn anew for each input; near-synonyms always are, and count as one.
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
