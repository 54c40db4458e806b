import { random } from "@promptnce/core";
import type { Input, Label, Marginal } from "@promptnce/core";
import type { Joint } from "@promptnce/providers";

const BLOCK = 8;

interface Block {
  readonly labels: readonly Label[];
  readonly mass: number;
}

/**
 * A joint distribution made up for rows of which no counts are known, for rehearsals: it says nothing
 * about the data. Labels of like frequency form blocks of up to eight; a block has the same mass
 * whatever x is, and how x shares it among the block's labels is drawn (uniformly over all ways, from
 * the seed and x). So each x has a distribution that sums to one, each label of a block the same
 * marginal, PMI lies below log 8, and nothing is kept of a row.
 */
export function madeUpJoint(frequency: Marginal, seed: string, name: string): Joint {
  const blocks = blocksOf(frequency);
  const places = new Map(
    blocks.flatMap((block) => block.labels.map((y, at) => [y, { block, at }] as const)),
  );
  // A prompt is answered label by label, and OTHER from all of them: the same x comes on end.
  let last: { readonly x: Input; readonly shares: Map<Block, readonly number[]> } | undefined;
  return {
    name,
    marginal: new Map(
      blocks.flatMap(({ labels, mass }) => labels.map((y) => [y, mass / labels.length] as const)),
    ),
    conditional(x, y) {
      const place = places.get(y);
      if (place === undefined) return 0;
      const { block, at } = place;
      if (last?.x !== x) last = { x, shares: new Map() };
      const shares = last.shares.get(block) ?? sharesOf(block, x, seed);
      last.shares.set(block, shares);
      return block.mass * (shares[at] as number);
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

/** Exponential draws, normalised: uniform over all ways to share. */
function sharesOf({ labels }: Block, x: Input, seed: string): readonly number[] {
  const source = random(`${seed}/made up/${labels[0]}/${JSON.stringify(x)}`);
  const draws = labels.map(() => -Math.log1p(-source.uniform()));
  const sum = draws.reduce((total, draw) => total + draw, 0);
  return draws.map((draw) => draw / sum);
}
