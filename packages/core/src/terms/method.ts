import type { InContext } from "../context.ts";
import type { CountedLabels, Estimator, Grounding, Kind, Marginal, SynonymsOf } from "../types.ts";
import type { Term } from "./terms.ts";

/** The inputs a method needs besides a model's replies to its own questions. */
export interface Needs {
  /** Counts of the people who gave each label to each x: the base rate is counted. */
  readonly people?: true;
  /** Counts of the people who gave some of the labels, over all x. */
  readonly counts?: true;
  /** A provider that returns log-likelihoods of given texts. */
  readonly scores?: true;
  /**
   * The answers about all trials that are estimated together: all questions are asked before any
   * trial is estimated.
   */
  readonly allAnswers?: true;
}

/** One of the two probabilities of a method, as data. */
export interface MethodPart {
  readonly name: string;
  readonly title: string;
  /** The kinds of question it asks; none if it is counted. */
  readonly asks: readonly Kind[];
}

/** The way P̂(y|x) is elicited. */
export interface ConditionalPart extends MethodPart {
  /** Whether one answer gives the probability of one label, or of each label in a candidate set. */
  readonly answers: "label" | "set";
  /**
   * Whether all mass is distributed within the set, so that labels of different sets cannot be
   * ranked against each other.
   */
  readonly isClosed?: true;
}

/** The source of P̂(y). */
export interface MarginalPart extends MethodPart {
  /** Whether the model is asked for it directly, so that it can contradict the conditionals. */
  readonly isElicited: boolean;
}

/** A method as a run uses it: data, from which help, plans, checks, titles and tables are made. */
export interface Method {
  /** `promptnce`, or `promptnce:empirical` where the marginal is not the method's own. */
  readonly id: string;
  /** `PromptNCE`, or `PromptNCE (empirical)`. */
  readonly title: string;
  /** Absent where no probability of y given x is elicited. */
  readonly conditional?: ConditionalPart;
  /** Absent where the method uses no P(y). */
  readonly marginal?: MarginalPart;
  readonly needs: Needs;
  /** The kinds of question that it asks. */
  readonly asks: readonly Kind[];
  readonly estimator: Estimator;
  /**
   * The baseline of base rates alone: −log P̂(y) of this method's marginal, whatever x is,
   * equivalent to a constant conditional. A method that does not rank better gains nothing from x.
   * Absent where the method uses no P(y).
   */
  readonly baseline?: Method;
}

/** The parts of a dataset that marginals use: one value for all pairs, or one for each context. */
export interface MethodContext {
  readonly grounding: InContext<Grounding>;
  readonly marginal: InContext<Marginal>;
  /** A few labels given by people, for `counted`, which without them equals the grounded rate. */
  readonly counts?: InContext<CountedLabels>;
  /**
   * The labels whose probabilities are added to a label's; none by default. A set contains all
   * near-synonyms of its label.
   */
  readonly synonyms?: SynonymsOf;
}

/** Methods that share a name; a suffix of the id chooses among them. */
export interface MethodFamily<Name extends string = string> {
  readonly name: Name;
  /** The form of its ids, for the error about an unknown id. */
  readonly usage: string;
  /** The method with an id that begins with the name; `undefined` where there is none. */
  make(id: string, context: MethodContext): Method | undefined;
}

/** A conditional with the term that estimates it. */
export interface ConditionalTerm extends ConditionalPart {
  readonly term: Term;
}
