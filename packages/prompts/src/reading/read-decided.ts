import type { DecisionAnswer, OptionMasses, Reading } from "@promptnce/core";
import { canonicalNumber } from "@promptnce/core/information";
import * as z from "zod/mini";
import { quote } from "../slots/quote.ts";
import type { Read } from "./parse-object.ts";
import { lastDigit } from "./spelled-number.ts";

/** The coarsest unit: decision models return two decimals, and JSON writes 0.00 as 0. */
const TWO_DECIMALS = 0.01;

/**
 * How far the sum of unrounded probabilities may be from one, as half-precision addition makes it.
 */
const ADDITION = 1e-3;

/** The minimum total mass of the options, if it is reported. */
const LABEL_FLOOR = 0.01;

const decided = z.object({
  probability: z.optional(z.number()),
  probabilities: z.optional(z.array(z.object({ id: z.string(), probability: z.number() }))),
  choice: z.optional(z.string()),
  confidence: z.optional(z.number()),
  labelMass: z.optional(z.number()),
});

type DecidedMasses = { readonly masses: readonly number[]; readonly options: OptionMasses };

/**
 * The masses of the options of a choice, in the order of their ids and with a sum of one.
 *
 * Probabilities are returned rounded: their sum may differ from one by half a unit of the last
 * digit for each of them, and is then corrected, with a note. Probabilities whose sum is further
 * away were not meant as a distribution. A probability of 0 is one below half a unit: it counts as
 * that half unit, the most that rounding leaves it, and is counted as `censored`. The `choice` of
 * the reply may differ from its most probable option, and is not used.
 */
export function readChoice(ids: readonly string[], reply: string): Read<DecidedMasses> {
  const parsed = parseDecided(reply);
  if (!parsed.ok) return parsed;
  const { probabilities, labelMass = 1 } = parsed.value;
  if (probabilities === undefined) return unfit("it has no probabilities of options");
  const byId = new Map(probabilities.map(({ id, probability }) => [id, probability]));
  const fault = optionsFault(ids, probabilities, byId) ?? labelFault(labelMass);
  if (fault !== undefined) return unfit(fault);
  const given = ids.map((id) => byId.get(id) as number);
  const unit = unitOf(reply, given);
  const total = canonicalNumber(sumOf(given));
  const shown = Number(total.toPrecision(7));
  const room = Math.max(ADDITION, (ids.length * unit) / 2) * (1 + 1e-9);
  const raw = { probabilities: ids.length, zeros: zerosOf(given), outOfRange: 0, surplus: 0 };
  if (Math.abs(total - 1) > room) {
    const reason = `its probabilities sum to ${shown}, further from one than rounding explains`;
    return { ok: false, reason, raw: { ...raw, sum: total } };
  }
  const counted = given.map((mass) => mass || unit / 2);
  const sum = canonicalNumber(sumOf(counted));
  const censored = ids.filter((_, place) => given[place] === 0);
  return {
    ok: true,
    masses: Math.abs(sum - 1) < 1e-9 ? counted : counted.map((mass) => canonicalNumber(mass / sum)),
    options: {
      onOptions: labelMass,
      byPosition: given.map((mass) => mass / total),
      unlisted: 0,
      censored: censored.length,
    },
    notes: [
      ...(Math.abs(total - 1) < 1e-6 ? [] : [`rescaled from ${shown}`]),
      ...censored.map((id) => `${quote(id)} ${censoredText(unit)}`),
    ],
  };
}

/** The probability of a predicate; 0 counts as half a unit of the last digit. */
export function readPredicate(reply: string): Reading<number> {
  const parsed = parseDecided(reply);
  if (!parsed.ok) return parsed;
  const { probability, labelMass = 1 } = parsed.value;
  if (probability === undefined) return unfit("it has no probability");
  const fault = rangeFault("the probability", probability) ?? labelFault(labelMass);
  if (fault !== undefined) return unfit(fault);
  const unit = unitOf(reply, [probability]);
  const censored = zerosOf([probability]);
  return {
    ok: true,
    answer: probability || unit / 2,
    options: { onOptions: labelMass, byPosition: [], unlisted: 0, censored },
    notes: censored === 0 ? [] : [`the probability ${censoredText(unit)}`],
  };
}

function parseDecided(reply: string) {
  let json: unknown;
  try {
    json = JSON.parse(reply);
  } catch {
    return { ok: false, reason: "the decision is not JSON" } as const;
  }
  const found = decided.safeParse(json);
  if (found.success) return { ok: true, value: found.data } as const;
  const [issue] = found.error.issues;
  return unfit(`${issue?.path.join(".") || "it"} has the wrong type`);
}

function unfit(why: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason: `the decision does not fit: ${why}` };
}

/** The reason why the probabilities are not those of exactly these options. */
function optionsFault(
  ids: readonly string[],
  given: NonNullable<DecisionAnswer["probabilities"]>,
  byId: ReadonlyMap<string, number>,
): string | undefined {
  const surplus = given.find(({ id }) => !ids.includes(id));
  if (surplus !== undefined)
    return `it has a probability for ${quote(surplus.id)}, which is no option`;
  const missing = ids.find((id) => !byId.has(id));
  if (missing !== undefined) return `it has no probability for ${quote(missing)}`;
  if (given.length > ids.length) return "it has two probabilities for one option";
  return given.map(({ id, probability }) => rangeFault(quote(id), probability)).find(Boolean);
}

function rangeFault(what: string, probability: number): string | undefined {
  if (probability >= 0 && probability <= 1) return undefined;
  return `${what}, given as ${probability}, is ${probability < 0 ? "below zero" : "above one"}`;
}

function labelFault(labelMass: number): string | undefined {
  if (labelMass >= LABEL_FLOOR) return undefined;
  return `the options have ${labelMass} of the mass, less than ${LABEL_FLOOR}: the model says something else`;
}

/** The unit of the last digit of the probabilities, at most that of two decimals. */
function unitOf(reply: string, given: readonly number[]): number {
  return Math.min(TWO_DECIMALS, lastDigit(reply, given) ?? TWO_DECIMALS);
}

function censoredText(unit: number): string {
  return `is 0 and counted as the most that rounding leaves it, ${unit / 2}`;
}

function zerosOf(numbers: readonly number[]): number {
  return numbers.filter((number) => number === 0).length;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
