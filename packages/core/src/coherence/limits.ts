import { countText, percentText } from "../errors/number-text.ts";
import { baseRateLimit, decidingLimit } from "./base-rate-limits.ts";
import { type Evidence, HALF, type Limit, MUCH, contradictionsText } from "./evidence.ts";

/**
 * A limit as one sentence, without the full stop.
 *
 * @example
 * const [found] = limits({ R: 13.2, rhoMarginal: 0.9, elicited: true });
 * limitText(found).startsWith("the elicited base rates decide the ranking: R̂ = 13.20"); // → true
 */
export function limitText({ found, threshold, advice }: Omit<Limit, "plain">): string {
  return `${found} (${threshold}); ${advice}`;
}

/**
 * The limits of a result, found from its estimates alone; none where no threshold is exceeded.
 *
 * @example
 * limits({ R: 13.2, rhoMarginal: 0.9, elicited: true }).length; // → 1
 */
export function limits(evidence: Evidence): Limit[] {
  return LIMITS.map((limitOf) => limitOf(evidence)).filter((limit) => limit !== undefined);
}

const LIMITS: readonly ((evidence: Evidence) => Limit | undefined)[] = [
  decidingLimit,
  baseRateLimit,
  sumsLimit,
  agreementLimit,
  otherLimit,
  synonymLimit,
];

function sumsLimit({ doubtful = 0, sums }: Evidence): Limit | undefined {
  if (!(doubtful > 0.05 && doubtful <= 1)) return undefined;
  const quartiles = sums?.every(Number.isFinite)
    ? `; the middle half of all sums is ${sums[1]} to ${sums[3]}, the median ${sums[2]}`
    : "";
  return {
    plain: "many of the model's probabilities do not sum to one",
    found: `${percentText(doubtful)} of estimates rest on masses that sum far from one${quartiles}`,
    threshold:
      "more than 5 % are outside 0.9 to 1.1; docs/reading-numbers.md measures what that does",
    advice: "use another model, or direct-split, which asks for one number",
  };
}

function agreementLimit({ agreement }: Evidence): Limit | undefined {
  if (agreement === undefined || !(agreement.rho >= -1 && agreement.rho < MUCH)) return undefined;
  return {
    plain: "a pair gets another value with other candidates",
    found: `two candidate sets of the same pair agree with ρ = ${agreement.rho.toFixed(2)} over ${agreement.pairs} pairs`,
    threshold: "below 0.71, they share less than half of their variance",
    advice: "use another model, or the mean of several sets",
  };
}

const LITTLE_OTHER = 0.02;

/** That OTHER has most of the probability of sets that leave labels out, or hardly any. */
function otherLimit({
  meanOther = Number.NaN,
  k = Number.NaN,
  labels = Number.NaN,
}: Evidence): Limit | undefined {
  if (!(k < labels)) return undefined;
  const found = `OTHER gets ${percentText(meanOther)} of the probability on average, with ${k} of ${countText(labels)} labels listed`;
  if (meanOther > HALF && meanOther <= 1) {
    return {
      plain: "most of the probability goes to labels outside the set",
      found,
      threshold: "above half, most of it is on none of them",
      advice: "use a larger K, if labels are few enough for that to help",
    };
  }
  if (!(meanOther >= 0 && meanOther < LITTLE_OTHER)) return undefined;
  return {
    plain: "hardly any probability is left for labels outside the set",
    found,
    threshold: "below 0.02, a fifth of the smallest value in the paper's sweep of K",
    advice: "the model may not understand OTHER: compare with direct-split",
  };
}

function synonymLimit({ moved = [] }: Evidence): Limit | undefined {
  const far = moved.filter(
    ({ first, second }) => Math.min(first, second) < HALF * Math.max(first, second),
  );
  if (far.length === 0) return undefined;
  return {
    plain: "a label loses its probability when a near-synonym joins the set",
    found: `mass moves when a near-synonym joins the set: ${contradictionsText(far)}`,
    threshold: "by more than half and more than two standard errors",
    advice: "read only the PMI of the declared group",
  };
}
