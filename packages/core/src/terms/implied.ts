import { RunningSpread } from "../numerics/spread.ts";
import { oncePerContext } from "../context.ts";
import type { Label, Marginal, Trial } from "../types.ts";
import type { Method } from "./method.ts";
import type { Term } from "./terms.ts";

/**
 * P̂(y) as the mean of the model's own P̂(y|x) over the distinct x of the group of trials that are
 * estimated together, in each context by itself, no call more: the marginal that its conditionals
 * imply. Each x counts once, however many trials or labels it has. An x that has a trial of y is in
 * the group for that; of the others those whose candidates list y stand for all. Where none lists
 * it, as with a direct conditional, it is the mean over the x of y's own trials, which is higher.
 * Of a truthful respondent it is P(y) where as many people answered about each x. Absent without a
 * group, as while planning.
 *
 * @example
 * const trials = ["SHOVE", "BUILD"].map((cue) => ({
 *   id: cue,
 *   x: { cue },
 *   y: "PUSH",
 *   candidates: ["PUSH"],
 * }));
 * const ask = ({ x }) => ({
 *   labels: ["PUSH"],
 *   masses: [x.cue === "SHOVE" ? 0.6 : 0.2],
 *   other: 0.4,
 * });
 * implied(open)(trials[0], ask, { trials, ask }); // → 0.4
 */
export function implied(conditional: Term): Term {
  const mean = oncePerContext((group): Marginal => {
    const all = new MeanOverInputs();
    for (const trial of group.trials) {
      const conditionals = trial.candidates.map((y) =>
        conditional({ ...trial, y }, group.ask, group),
      );
      all.add(trial, conditionals);
    }
    return all.means;
  });
  return (trial, ask, group) => {
    if (group !== undefined) return mean(group, trial).get(trial.y);
    conditional(trial, ask); // records the trial's own questions
    return undefined;
  };
}

/** The elicited conditionals of one label for one x. */
interface ElicitedConditionals {
  /** The mean over the sets that list the label. */
  readonly mean: RunningSpread;
  /** Whether x has a trial of the label, which is why it is in the group. */
  isOwn: boolean;
}

/** Accumulates {@link implied} one trial at a time. */
class MeanOverInputs {
  readonly #inputs = new Map<string, Map<Label, ElicitedConditionals>>();

  /** @param conditionals P̂(y|x) of each candidate; `undefined` where it could not be elicited. */
  add({ x, y: own, candidates }: Trial, conditionals: readonly (number | undefined)[]): void {
    const key = JSON.stringify(x);
    const labels = this.#inputs.get(key) ?? new Map<Label, ElicitedConditionals>();
    for (const [i, y] of candidates.entries()) {
      const p = conditionals[i];
      if (p === undefined) continue;
      const elicited = labels.get(y) ?? { mean: new RunningSpread(), isOwn: false };
      elicited.mean.add(p);
      elicited.isOwn ||= y === own;
      labels.set(y, elicited);
    }
    if (labels.size > 0) this.#inputs.set(key, labels);
  }

  get means(): Marginal {
    const ofLabels = new Map<Label, Record<"own" | "listed", RunningSpread>>();
    for (const labels of this.#inputs.values()) {
      for (const [y, { mean, isOwn }] of labels) {
        const of = ofLabels.get(y) ?? { own: new RunningSpread(), listed: new RunningSpread() };
        of[isOwn ? "own" : "listed"].add(mean.mean);
        ofLabels.set(y, of);
      }
    }
    return new Map(Array.from(ofLabels, ([y, of]) => [y, this.#mean(of)]));
  }

  #mean({ own, listed }: Record<"own" | "listed", RunningSpread>): number {
    const rest = this.#inputs.size - own.count;
    if (rest === 0 || listed.count === 0) return own.mean;
    return (own.count * own.mean + rest * listed.mean) / this.#inputs.size;
  }
}

/**
 * Whether trials have at least ten conditionals of a label on average, so that their mean, which a
 * method with an implied marginal uses as P(y), is informative.
 *
 * @example
 * canImply(describeMethod("direct-split:implied"), { trials: 500, k: 10, labels: 40 }); // → true
 */
export function canImply(
  { conditional }: Pick<Method, "conditional">,
  { trials, k, labels }: Record<"trials" | "k" | "labels", number>,
): boolean {
  const perTrial = conditional?.answers === "set" ? Math.min(k, labels) : 1;
  return trials * perTrial >= 10 * labels;
}

/**
 * Accumulates the mean P̂(y|x) of each label over sets, one set at a time. Memory grows only with
 * the labels, so an x counts as often as it has a set.
 */
export class MeanConditionals {
  readonly #labels = new Map<Label, Record<"own" | "listed", RunningSpread>>();
  #readable = 0;

  /** @param conditionals P̂(y|x) of each candidate; `undefined` where it could not be elicited. */
  add(trial: Pick<Trial, "y" | "candidates">, conditionals: readonly (number | undefined)[]): void {
    for (const [i, y] of trial.candidates.entries()) {
      const p = conditionals[i];
      if (p === undefined) continue;
      if (y === trial.y) this.#readable++;
      const of = this.#labels.get(y) ?? { own: new RunningSpread(), listed: new RunningSpread() };
      this.#labels.set(y, of);
      of[y === trial.y ? "own" : "listed"].add(p);
    }
  }

  get labels(): Iterable<Label> {
    return this.#labels.keys();
  }

  /**
   * A label's mean, its standard error due to the draw of distractors, and the number of other
   * labels' sets that list it; `undefined` if no set does.
   */
  of(
    y: Label,
  ): { readonly mean: number; readonly error: number; readonly listed: number } | undefined {
    const known = this.#labels.get(y);
    if (known === undefined) return undefined;
    const { own, listed } = known;
    // If every set was made for this label, all x are known.
    if (own.count === this.#readable) return { mean: own.mean, error: 0, listed: own.count };
    if (listed.count === 0) return { mean: own.mean, error: Number.NaN, listed: 0 };
    const rest = this.#readable - own.count;
    const mean = (own.count * own.mean + rest * listed.mean) / this.#readable;
    return { mean, error: (rest / this.#readable) * listed.error, listed: listed.count };
  }
}
