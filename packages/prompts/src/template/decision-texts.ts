import type { Kind } from "@promptnce/core";

/**
 * The kinds that a decision model can answer: a choice among options, or how likely a statement is.
 */
export type DecidedKind = Exclude<Kind, "likelihood" | "pmi">;

/** The texts that decision models get about a task, in the sentences of its other prompts. */
export interface DecisionTexts {
  /** The description of the study. The state begins with it, followed by x, if there is one. */
  readonly study: string;
  /** Asks which option a person in the study gives. */
  readonly which: string;
  /** The description of the category OTHER; candidates are described by their own texts. */
  readonly other: string;
  /** The texts for questions about one label, if the task has them. */
  readonly single?: {
    /** The text that takes the place of x in the state, for a base rate. */
    readonly unseen: string;
    /** Introduces the names of labels and, after them, the examples of a grounded base rate. */
    readonly labels: string;
    readonly examples: string;
    /** Notes on base rates, shown by grounded prompts only; they may mention p_base. */
    readonly notes?: readonly string[];
    /** The statement with the probability P(y|x). */
    readonly conditional: string;
    /** The statement with the probability P(y). */
    readonly marginal: string;
  };
}
