import type { DecisionAnswer, Decision, DecisionOption, Request, Responder } from "@promptnce/core";
import { readOptions } from "../reading/read-scores.ts";
import { letters } from "../slots/candidates.ts";

const LETTER = "Answer with one letter and nothing else.\nAnswer:";

/** Our own ids, which carry no meaning and are therefore not shown. */
const OPAQUE = /^c\d+$/;

/** The options of a statement: whether it is true. */
const TRUTH: readonly DecisionOption[] = [
  { id: "yes", description: "yes" },
  { id: "no", description: "no" },
];

/**
 * The request that puts a question about a state to a model that returns the distribution over the
 * next token. The options follow letters and are rotated by `rotation` places.
 *
 * @throws Error for more than 26 options, or fewer than two.
 * @example
 * decisionByTokens("CUE: SHOVE", {
 *   instructions: "Which word?",
 *   options: [{ id: "c1", description: "PUSH" }, { id: "c2", description: "PULL" }],
 * }).prompt.includes("A. PUSH\nB. PULL"); // → true
 */
export function decisionByTokens(state: string, decision: Decision, rotation = 0): Request {
  const { instructions, options = TRUTH } = decision;
  if (options.length < 2) throw new Error("A choice needs two options at least.");
  const names = letters(options.map(({ id }) => id));
  const turned = [...options.slice(rotation), ...options.slice(0, rotation)];
  const lines = turned.map((option, i) => `${names[i]}. ${optionText(option)}`);
  const asked = decision.options === undefined ? `${instructions}\n\nIs that so?` : instructions;
  const prompt = `${state}\n\n${asked}\n\n${lines.join("\n")}\n\n${LETTER}`;
  return { prompt, sample: 0, options: names };
}

function optionText({ id, description }: DecisionOption): string {
  return id === description || OPAQUE.test(id) ? description : `${id}: ${description}`;
}

/**
 * Makes decisions from the model's distribution over the next token, averaged over this many orders
 * of the options, so that a model that favours a letter or a position favours each option in turn.
 * The total mass of the options is reported. A small one is not refused: that is up to the caller.
 *
 * @throws Error if the model's reply is not a distribution over the options.
 * @example
 * const tokens = [{ text: "A", logprob: Math.log(0.6) }, { text: "B", logprob: Math.log(0.2) }];
 * const complete = async () => ({ text: JSON.stringify({ tokens }), stop: "end" });
 * const decide = decidedByTokens({ complete });
 * await decide("It rained all night.", { instructions: "The street is wet." });
 * // → { probability: 0.75, labelMass: 0.8 }
 */
export function decidedByTokens(
  provider: Responder,
  rotations = 1,
): (state: string, decision: Decision) => Promise<DecisionAnswer> {
  return async (state, decision) => {
    const { options = TRUTH } = decision;
    const turns = Math.min(rotations, options.length);
    const masses = options.map(() => 0);
    let labelMass = 0;
    for (let rotation = 0; rotation < turns; rotation++) {
      const request = decisionByTokens(state, decision, rotation);
      const { text } = await provider.complete(request);
      const read = readOptions(request.options ?? [], text, 0);
      if (!read.ok) throw new Error(`The model makes no decision: ${read.reason}.`);
      labelMass += read.options.onOptions / turns;
      for (const [place, mass] of read.masses.entries()) {
        const shown = (place + rotation) % options.length;
        masses[shown] = (masses[shown] as number) + mass / turns;
      }
    }
    if (decision.options === undefined) return { probability: masses[0] as number, labelMass };
    const probabilities = options.map(({ id }, i) => ({ id, probability: masses[i] as number }));
    return { probabilities, labelMass };
  };
}
