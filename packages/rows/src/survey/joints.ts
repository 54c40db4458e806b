import type { Input, Label, Marginal } from "@promptnce/core";
import { random } from "@promptnce/core/sampling";
import type { Joint } from "@promptnce/providers/simulated";
import { inputKey } from "../input/read-rows.ts";
import type { People } from "./people.ts";

/**
 * What people did as a joint distribution to answer from. `fields` are those of x in the order in which rows are
 * fingerprinted, `given` those of them that are the context. An x that no row has gives every label zero.
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

/** A prompt is answered label by label, and OTHER from all of them: the same x comes many times on end. */
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
 * A joint distribution made up for rows of which no counts are known, for rehearsals: it says nothing about the data.
 * Labels of like frequency form blocks of up to eight; a block has the same mass whatever x is, and how x shares it
 * among the block's labels is drawn (uniformly over all ways, from the seed and x). So each x has a distribution that
 * sums to one, each label of a block the same marginal, PMI lies below log 8, and nothing is kept of a row.
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
    const of = order.slice(
      Math.floor((i * order.length) / count),
      Math.floor(((i + 1) * order.length) / count),
    );
    return { labels: of.map(([y]) => y), mass: of.reduce((sum, [, p]) => sum + p, 0) };
  });
}

/**
 * How x shares the mass of a block among its labels: exponential draws, normalised, which is uniform over all ways to
 * share. Each block is drawn for once.
 */
function sharing(x: Input, seed: string): (block: Block) => readonly number[] {
  const drawn = new Map<Block, readonly number[]>();
  const asked = JSON.stringify(x);
  return (block) => {
    const known = drawn.get(block);
    if (known !== undefined) return known;
    const source = random(`${seed}/made up/${block.labels[0]}/${asked}`);
    const draws = block.labels.map(() => -Math.log1p(-source.uniform()));
    const sum = draws.reduce((total, draw) => total + draw, 0);
    const shares = draws.map((draw) => draw / sum);
    drawn.set(block, shares);
    return shares;
  };
}
