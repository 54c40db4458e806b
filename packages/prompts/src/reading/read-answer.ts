import type { Label, Pmf, QuestionOf, RawNumbers, Reading } from "@promptnce/core";
import { canonicalNumber } from "@promptnce/core/information";
import type { CandidateKeys } from "../slots/candidates.ts";
import { quote } from "../slots/quote.ts";
import { readReply } from "./read-reply.ts";
import { type AskedKind, hasOther, type NumberKind, replyKey } from "./reply-key.ts";

/** How to read replies over a set. */
export interface SetReading {
  /** The keys that represent the candidates in a reply. */
  readonly keys: CandidateKeys;
  /** The key of the category OTHER, given the candidates' keys. */
  readonly other: (keys: readonly string[]) => string;
  /**
   * Whether one rater may choose several labels, so that P(y|x) over labels may sum to more than
   * one.
   */
  readonly severalLabels: boolean;
}

/**
 * The answer that a reply gives: a PMF over a set, any finite number for PMI, otherwise a number in
 * [0, 1].
 */
export function readAnswer(
  question: QuestionOf<AskedKind>,
  reply: string,
  reading: SetReading,
): Reading<number> | Reading<Pmf> {
  if (!("candidates" in question)) return readNumber(question.kind, reply);
  const { kind, candidates } = question;
  const keys = reading.keys(candidates);
  if (!hasOther(kind)) return readPmf(reply, candidates, keys);
  return readPmf(reply, candidates, keys, reading.other(keys), reading.severalLabels);
}

/**
 * The number that a reply gives under the kind's key, if it is in range. Other keys are ignored.
 */
function readNumber(kind: NumberKind, reply: string): Reading<number> {
  const key = replyKey[kind];
  const found = readReply(reply, [key]);
  if (!found.ok) return found;
  const [answer] = found.values as [number];
  const reason = kind === "pmi" ? undefined : probabilityFault(key, answer);
  // Notes are requested too, and may consist only of a number in quotation marks.
  const surplus = found.extras.filter(([name]) => name !== "notes").length;
  const raw = rawNumbers(kind === "pmi" ? [] : found.values, surplus);
  if (reason !== undefined) return { ok: false, reason, raw };
  return { ok: true, answer, notes: found.notes, raw, ...(found.cut && { cut: true }) };
}

/**
 * The PMF that a reply gives. A number under an unlisted key is a response outside the list: for an
 * open set it is added to OTHER, for a closed one it is dropped.
 */
function readPmf(
  reply: string,
  candidates: readonly Label[],
  keys: readonly string[],
  otherKey?: string,
  mayExceedOne = false,
): Reading<Pmf> {
  const open = otherKey !== undefined;
  const names = open ? [...keys, otherKey] : keys;
  const found = readReply(reply, names);
  if (!found.ok) return found;

  const { values, extras } = found;
  const counted = [...names.map((name, i) => [name, values[i]!] as const), ...(open ? extras : [])];
  const raw = { ...rawNumbers(values, extras.length), sum: sumOf(counted) };
  for (const [key, value] of counted) {
    const reason = probabilityFault(key, value);
    if (reason !== undefined) return { ok: false, reason, raw };
  }

  const notes = extras.map(([key, value]) =>
    open
      ? `added the unlisted ${quote(key)} (${value}) to OTHER`
      : `dropped ${quote(key)} (${value})`,
  );
  const reported: Pmf = {
    labels: candidates,
    masses: values.slice(0, candidates.length),
    ...(open && { other: sumOf(counted.slice(candidates.length)) }),
    ...(found.resolution !== undefined && { resolution: found.resolution }),
  };
  const scaled = rescale(reported, mayExceedOne);
  if (!scaled.ok) return { ...scaled, raw };
  return {
    ...scaled,
    notes: [...found.notes, ...notes, ...scaled.notes],
    raw,
    ...(found.cut && { cut: true }),
  };
}

function sumOf(members: readonly (readonly [key: string, value: number])[]): number {
  return canonicalNumber(members.reduce((sum, [, value]) => sum + value, 0));
}

function rawNumbers(probabilities: readonly number[], surplus: number): RawNumbers {
  const zeros = probabilities.filter((p) => p === 0).length;
  const outOfRange = probabilities.filter((p) => probabilityFault("", p) !== undefined).length;
  return { probabilities: probabilities.length, zeros, outOfRange, surplus };
}

/** Why a number is not a probability. Zero is readable: the estimators clamp it. */
function probabilityFault(key: string, value: number): string | undefined {
  if (value >= 0 && value <= 1) return undefined;
  return `${quote(key)}, given as ${value}, is ${value < 0 ? "below zero" : "above one"}`;
}

/** The tolerance within which a sum counts as one: models round, and so does addition. */
const tolerance = 1e-6;

/**
 * The range of sums that were meant to be one. In measurements, models that round sum to .96 to
 * 1.02, and a small model without a notion of distributions sums to .8 or less or to 1.25 or more
 * (docs/reading-numbers.md); where raters choose several labels, P(y|x) sums to up to 2.6.
 */
const plausible = { least: 0.9, most: 1.1, mostOfSeveral: 3 };

/**
 * The reported masses, divided by their sum unless it is one. If `mayExceedOne`, a sum above one
 * stays, since P(y|x) over labels itself sums to more than one and dividing would bias every
 * probability. A sum of zero cannot be read; one that was hardly meant to be one is kept as
 * `doubtfulSum`. The result is canonical: equal numbers are the same double, in any order of the
 * keys and for any sum.
 *
 * @example
 * rescale({ labels: ["PUSH", "PULL"], masses: [0.5, 0.4], other: 0.12 }, false).answer.other;
 * // → 0.118
 */
export function rescale(reported: Pmf, mayExceedOne: boolean): Reading<Pmf> {
  const sum = canonicalNumber(
    reported.masses.reduce((total, mass) => total + mass, reported.other ?? 0),
  );
  const shown = Number(sum.toPrecision(7));
  if (sum === 0) return { ok: false, reason: "its probabilities sum to zero" };
  if (Math.abs(sum - 1) <= tolerance) return { ok: true, answer: reported, notes: [] };
  const isFar =
    sum < plausible.least || sum > (mayExceedOne ? plausible.mostOfSeveral : plausible.most);
  const [doubt, far] = isFar ? [{ doubtfulSum: sum }, ", far from one"] : [{}, ""];
  if (sum > 1 && mayExceedOne) {
    const note = `kept the sum of ${shown}${far}: raters may choose several labels`;
    return { ok: true, answer: { ...reported, ...doubt }, notes: [note] };
  }
  const { labels, other, resolution } = reported;
  const masses = reported.masses.map((mass) => canonicalNumber(mass / sum));
  const rest = {
    ...(other !== undefined && { other: canonicalNumber(other / sum) }),
    ...(resolution !== undefined && { resolution: canonicalNumber(resolution / sum) }),
  };
  return {
    ok: true,
    answer: { labels, masses, ...rest, ...doubt },
    notes: [`rescaled from ${shown}${far}`],
  };
}
