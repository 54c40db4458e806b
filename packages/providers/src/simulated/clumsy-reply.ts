import type { Reply } from "@promptnce/core";
import type { Random } from "@promptnce/core/sampling";
import { replyJson, type ReplyMembers } from "./reply-json.ts";

/**
 * How a small real model answered: SmolLM2-135M, 400 questions of docs/real-models.md, its replies kept in
 * `examples/real-run`. Two shares are less than they were there, since with them nothing would be left to rank, and a
 * negative control that cannot be failed shows nothing: `equal` was 0.85, and a set was out of range in 0.15.
 */
const MANNERS = {
  version: 1,
  /** What the masses of a set sum to, one as often as the other: the middles of the fifths that were seen. */
  sums: [0.8, 1.2, 1.5, 3, 5],
  /** Share of sets with one mass for all. */
  equal: 0.2,
  /** Share of masses that are a bare 0. */
  zero: 0.1,
  /** Share of replies with a number that is no probability. */
  outOfRange: 0.03,
  /** Share of the replies with notes that run on in them to the limit of tokens, all numbers being whole. */
  cut: 0.2,
  /** Weight of the first place against the others. */
  first: 1.3,
};

/** The version of the manners, part of the settings, so that replies of two are never mixed in a store. */
export const MANNERS_VERSION: number = MANNERS.version;

/** How the `clueless` respondent writes down its answer: sums that are none, zeros, nonsense, notes without an end. */
export function clumsyReply(
  members: ReplyMembers,
  notes: string,
  source: Random,
): Pick<Reply, "text" | "stop"> {
  const nonsense = source.uniform() < MANNERS.outOfRange ? source.below(members.length) : -1;
  const said = members.length > 1 ? clumsyMasses(members, source) : members;
  const numbers = said.map(([key, value], i): ReplyMembers[number] => [
    key,
    i === nonsense ? -60 : value,
  ]);
  if (notes === "" || source.uniform() >= MANNERS.cut)
    return { text: replyJson(numbers, notes), stop: "end" };
  return {
    text: replyJson(numbers, `${notes.slice(0, -1)}${" and so on".repeat(20)}`).slice(0, -1),
    stop: "length",
  };
}

function clumsyMasses(members: ReplyMembers, source: Random): ReplyMembers {
  const equal = source.uniform() < MANNERS.equal;
  const sum = MANNERS.sums[source.below(MANNERS.sums.length)] as number;
  const weights = members.map(([, mass], place) => {
    if (source.uniform() < MANNERS.zero) return 0;
    return equal ? 1 : mass * (place === 0 ? MANNERS.first : 1);
  });
  const all = weights.reduce((total, weight) => total + weight, 0) || 1;
  // Each a probability, if not together a distribution.
  return members.map(([key], i) => [
    key,
    Math.min(1, Math.round((100 * sum * weights[i]!) / all) / 100),
  ]);
}
