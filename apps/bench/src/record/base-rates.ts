import { countText } from "@promptnce/core/errors";
import { canonicalNumber, dirichletStrength, smoothedShares } from "@promptnce/core/information";
import { countsInContext, impliedInContext } from "@promptnce/core/repeats";
import { aliasSampler, random } from "@promptnce/core/sampling";
import { entryOf } from "../study/kept.ts";
import type { PeopleByContext } from "./data/opinionqa.ts";
import { keyOf, type RecordedReplies } from "./data/recorded-replies.ts";

/** A base rate P̂(y | c) for each pair; NaN for a pair without one. */
export interface BaseRate {
  readonly id: string;
  readonly title: string;
  readonly rates: Float64Array;
}

/** The answers of a few people in each context: the number of people who gave each label. */
export interface Poll {
  readonly people: number;
  readonly counts: PeopleByContext;
}

/** The numbers of people polled in each context. */
const pollSizes = [50, 200, 1000] as const;

/**
 * Polls drawn with replacement from the respondents, separately in each context; deterministic for
 * a seed.
 */
export function drawPolls(all: PeopleByContext, seed: string): Poll[] {
  return pollSizes.map((people) => ({
    people,
    counts: new Map(
      Array.from(all, ([context, labels]) => {
        const draw = aliasSampler([...labels.values()]);
        const drawn = draw(people, random(`record ${seed} ${people} ${context}`));
        const counts = new Uint32Array(labels.size);
        for (const place of drawn) {
          counts[place]!++;
        }
        return [context, new Map(Array.from(labels.keys(), (label, i) => [label, counts[i]!]))];
      }),
    ),
  }));
}

/**
 * The base rates to divide a model's conditionals by: its own if elicited, the counted one, its own
 * updated by each poll, and the one that its conditionals imply, with equal weights for the x of a
 * context and, if people were counted, with the number who answered about each x as weights.
 */
export function baseRatesOf(replies: RecordedReplies, polls: readonly Poll[] = []): BaseRate[] {
  const { mass, own, people, keys } = replies;
  const stated = own === undefined ? [] : [{ id: "own", title: "own", rates: own }];
  const polled =
    own === undefined
      ? []
      : polls.map((poll) => ({
          id: `counted_${poll.people}`,
          title: `own, with ${countText(poll.people)} counted`,
          rates: afterPoll(own, keys, poll),
        }));
  return [
    ...stated,
    { id: "counted", title: "counted", rates: people.marginal },
    ...polled,
    { id: "implied", title: "implied", rates: impliedInContext(mass, keys).map(canonicalNumber) },
    ...(people.counts === undefined || own === undefined
      ? []
      : [
          {
            id: "implied_sized",
            title: "implied, groups by size",
            rates: impliedBySize(mass, keys, people.counts),
          },
        ]),
  ];
}

/**
 * The mean of the conditionals over the x of a context, weighted by the number of people who
 * answered about each.
 */
function impliedBySize(
  mass: Float64Array,
  keys: RecordedReplies["keys"],
  counts: Float64Array,
): Float64Array {
  const { people } = countsInContext(keys, counts);
  const labels = Map.groupBy(mass.keys(), (row) => keyOf(keys.contexts[row]!, keys.labels[row]!));
  const rates = new Float64Array(mass.length);
  for (const rows of labels.values()) {
    const sizes = rows.reduce((sum, row) => sum + people.x[row]!, 0);
    const implied = rows.reduce((sum, row) => sum + people.x[row]! * mass[row]!, 0) / sizes;
    for (const row of rows) {
      rates[row] = canonicalNumber(implied);
    }
  }
  return rates;
}

/**
 * The model's base rate updated by a poll: the posterior mean under a Dirichlet prior around the
 * rate. The prior's strength maximises the likelihood of the counts of all contexts. Labels that
 * were not asked about are left out of both. NaN in a context without a stated base rate.
 */
function afterPoll(
  own: Float64Array,
  keys: RecordedReplies["keys"],
  { counts }: Poll,
): Float64Array {
  const contexts = new Map<string, Map<string, number>>();
  for (const [row, context] of keys.contexts.entries()) {
    if (Number.isNaN(own[row])) continue;
    const rates = entryOf(contexts, context, () => new Map<string, number>());
    rates.set(keys.labels[row]!, own[row]!);
  }
  const shares = Array.from(contexts, ([context, rates]) => {
    const counted = counts.get(context);
    return {
      rates: [...rates.values()],
      counts: Array.from(rates.keys(), (label) => counted?.get(label) ?? 0),
    };
  });
  const strength = dirichletStrength(shares);
  const after = new Map(
    Array.from(contexts, ([context, rates], i) => {
      const posterior = smoothedShares(shares[i]!, strength);
      return [
        context,
        new Map(Array.from(rates.keys(), (label, place) => [label, posterior[place]!])),
      ];
    }),
  );
  return Float64Array.from(
    own,
    (_, row) => after.get(keys.contexts[row]!)?.get(keys.labels[row]!) ?? Number.NaN,
  );
}
