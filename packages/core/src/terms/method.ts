import type { InContext } from "../context.ts";
import type { CountedLabels, Estimator, Grounding, Kind, Marginal, SynonymsOf } from "../types.ts";
import type { Term } from "./terms.ts";

/** What a method must be given besides a model's replies to its own questions. */
export interface Needs {
  /** How many people gave each label to each x: its base rate is counted. */
  readonly people?: true;
  /** How many people gave some of the labels, whatever x was. */
  readonly counts?: true;
  /** A provider that scores given texts by their log-probability. */
  readonly scores?: true;
  /** The answers about all trials that are estimated together: all is asked before any is estimated. */
  readonly allAnswers?: true;
}

/** One of the two probabilities of a method, as data. */
export interface MethodPart {
  readonly name: string;
  readonly title: string;
  /** The kinds of question that it asks; none where it is counted. */
  readonly asks: readonly Kind[];
}

/** How P̂(y|x) is elicited. */
export interface ConditionalPart extends MethodPart {
  /** Whether one answer gives the probability of one label, or of each label in a candidate set. */
  readonly answers: "label" | "set";
  /** Whether all mass is shared out within the set, so that labels of different sets cannot be ranked. */
  readonly isClosed?: true;
}

/** Where P̂(y) comes from. */
export interface MarginalPart extends MethodPart {
  /** Whether the model is asked for it outright, so that it can contradict the conditionals. */
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
  /** Absent where it takes no P(y). */
  readonly marginal?: MarginalPart;
  readonly needs: Needs;
  /** The kinds of question that it asks. */
  readonly asks: readonly Kind[];
  readonly estimator: Estimator;
  /**
   * Base rates alone: −log P̂(y) of this method's marginal, whatever x is, which is what a constant conditional comes
   * to. A method that does not rank better has learnt nothing from x that helps. Absent where it takes no P(y).
   */
  readonly baseline?: Method;
}

/** What of a dataset the marginals rest on: one for all pairs, or one of each context. */
export interface MethodContext {
  readonly grounding: InContext<Grounding>;
  readonly marginal: InContext<Marginal>;
  /** A few labels that people gave, for `counted`, which without them is the grounded rate. */
  readonly counts?: InContext<CountedLabels>;
  /** Whose probabilities are summed with that of a label; none if not given. A set holds all of its label's. */
  readonly synonyms?: SynonymsOf;
}

/** Methods that share a name: what stands behind it chooses among them. */
export interface MethodFamily<Name extends string = string> {
  readonly name: Name;
  /** How its ids are written, for whoever names one that does not exist. */
  readonly usage: string;
  /** The method of an id that begins with the name; `undefined` where there is none of that id. */
  make(id: string, context: MethodContext): Method | undefined;
}

/** A conditional with the term that estimates it. */
export interface ConditionalTerm extends ConditionalPart {
  readonly term: Term;
}
