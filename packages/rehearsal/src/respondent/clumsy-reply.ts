import type { ReplyText } from "@promptnce/core";
import type { Random } from "@promptnce/core/sampling";
import { replyJson, type ReplyMembers } from "./reply-json.ts";

/**
 * The faults in the answers of a small real model: SmolLM2-135M on 400 questions
 * (docs/real-models.md; the replies are in `examples/real-run`). Two shares are lower than they
 * were there, since otherwise nothing would be left to rank, and a negative control that cannot
 * fail shows nothing: `equal` was 0.85, and 0.15 of sets had a number out of range.
 */
const MANNERS = {
  version: 1,
  /** The sums of a set's masses, equally likely: the midpoints of the observed quintiles. */
  sums: [0.8, 1.2, 1.5, 3, 5],
  /** Share of sets with equal masses. */
  equal: 0.2,
  /** Share of masses that are a bare 0. */
  zero: 0.1,
  /** Share of replies with a number that is no probability. */
  outOfRange: 0.03,
  /**
   * Share of the replies with notes in which the notes run to the token limit; the numbers before
   * them are complete.
   */
  cut: 0.2,
  /** Weight of the first place relative to the others. */
  first: 1.3,
};

/**
 * The version of `MANNERS`. It is part of the settings, so that a store never mixes replies of two
 * versions.
 */
export const MANNERS_VERSION: number = MANNERS.version;

/**
 * The `clueless` respondent's reply: masses that do not sum to one, zeros, a nonsense number,
 * endless notes.
 */
export function clumsyReply(members: ReplyMembers, notes: string, source: Random): ReplyText {
  const nonsense = source.uniform() < MANNERS.outOfRange ? source.below(members.length) : -1;
  const masses = members.length > 1 ? clumsyMasses(members, source) : members;
  const numbers = masses.map(([key, value], i): ReplyMembers[number] => [
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
  // Each mass is a probability, even if together they are no distribution.
  return members.map(([key], i) => [
    key,
    Math.min(1, Math.round((100 * sum * weights[i]!) / all) / 100),
  ]);
}
