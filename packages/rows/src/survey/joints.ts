import type { Input, Label, Marginal, Joint } from "@promptnce/core";
import { random } from "@promptnce/core/sampling";
import { inputKey } from "../input/read-rows.ts";
import type { People } from "./people.ts";

/**
 * People's answers as a joint distribution for the simulated respondent. `fields` are the fields of
 * x in the order of the rows' keys, and `given` those of the context. For an x that is in no row,
 * every label has probability 0.
 *
 * @example
 * import { readRows, tableFile } from "@promptnce/rows/input";
 * const table = await tableFile({ path: "pairs.csv", format: "csv" });
 * const columns = { x: [{ field: "cue", column: "cue" }], y: "response", count: "people" };
 * const options = { columns, file: "pairs.csv", seed: "1" };
 * const { people } = await survey(readRows(table, columns), options);
 * const joint = countedJoint(people, { fields: ["cue"] }, "people");
 * joint.conditional({ cue: "SEA" }, "WATER"); // → 0.75
 */
export function countedJoint(
  people: People,
  {
    fields,
    given,
  }: { readonly fields: readonly string[]; readonly given?: readonly string[] | undefined },
  name: string,
): Joint {
  const keyOf = rememberedOfLast((x) => inputKey(fields, x));
  return {
    name,
    marginal: people.marginal,
    ...(given && {
      marginalIn: (shown) =>
        people.marginalIn(Object.fromEntries(given.map((field) => [field, shown[field] ?? ""]))),
    }),
    conditional: (x, y) => people.conditional(keyOf(x), y) ?? 0,
  };
}

/**
 * Remembers the result of the last x. A prompt is answered label by label, so the same x comes many
 * times in a row.
 */
function rememberedOfLast<T>(make: (x: Input) => T): (x: Input) => T {
  let last: { readonly x: Input; readonly made: T } | undefined;
  return (x) => {
    if (last?.x !== x) last = { x, made: make(x) };
    return last.made;
  };
}

const BLOCK = 8;

interface Block {
  readonly labels: readonly Label[];
  readonly mass: number;
}

/**
 * A made-up joint distribution for rehearsals with rows that have no counts. It says nothing about
 * the data.
 *
 * Labels of similar frequency form blocks of up to eight. The mass of a block does not depend on x;
 * how x divides it among the block's labels is drawn from the seed and x, uniformly over all
 * divisions. As a result, the distribution of each x sums to one, the labels of a block share one
 * marginal, PMI stays below log 8, and no row is kept in memory.
 *
 * @example
 * const joint = madeUpJoint(new Map([["WATER", 0.6], ["SALT", 0.4]]), "1", "made up");
 * const masses = ["WATER", "SALT"].map((y) => joint.conditional({ cue: "SEA" }, y));
 * masses[0] + masses[1]; // → 1.000
 */
export function madeUpJoint(frequency: Marginal, seed: string, name: string): Joint {
  const blocks = blocksOf(frequency);
  const places = new Map(
    blocks.flatMap((block) => block.labels.map((y, at) => [y, { block, at }] as const)),
  );
  const sharesOf = rememberedOfLast((x) => sharing(x, seed));
  return {
    name,
    marginal: new Map(
      blocks.flatMap(({ labels, mass }) => labels.map((y) => [y, mass / labels.length] as const)),
    ),
    conditional(x, y) {
      const place = places.get(y);
      return place === undefined
        ? 0
        : place.block.mass * (sharesOf(x)(place.block)[place.at] as number);
    },
  };
}

function blocksOf(frequency: Marginal): Block[] {
  const order = [...frequency].toSorted(([a, p], [b, q]) => q - p || (a < b ? -1 : 1));
  const count = Math.ceil(order.length / BLOCK);
  return Array.from({ length: count }, (_, i) => {
    const members = order.slice(
      Math.floor((i * order.length) / count),
      Math.floor(((i + 1) * order.length) / count),
    );
    return { labels: members.map(([y]) => y), mass: members.reduce((sum, [, p]) => sum + p, 0) };
  });
}

/**
 * The shares of a block's labels in its mass, for x. They are normalised exponential draws, which
 * are uniform over all divisions. Each block is drawn once.
 */
function sharing(x: Input, seed: string): (block: Block) => readonly number[] {
  const drawn = new Map<Block, readonly number[]>();
  const xText = JSON.stringify(x);
  return (block) => {
    const before = drawn.get(block);
    if (before !== undefined) return before;
    const source = random(`${seed}/made up/${block.labels[0]}/${xText}`);
    const draws = block.labels.map(() => -Math.log1p(-source.uniform()));
    const sum = draws.reduce((total, draw) => total + draw, 0);
    const shares = draws.map((draw) => draw / sum);
    drawn.set(block, shares);
    return shares;
  };
}
