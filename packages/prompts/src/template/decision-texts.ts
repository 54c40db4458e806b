import type { Kind } from "@promptnce/core";

/**
 * The kinds that a decision model can answer: a choice among options, or how likely a statement is.
 */
export type DecidedKind = Exclude<Kind, "likelihood" | "pmi">;

/** What decision models are told and asked about a task, in the sentences of its other prompts. */
export interface DecisionTexts {
  /** What the study is. The state begins with it, and shows x, if any, after it. */
  readonly study: string;
  /** Asks which option a person of the study gives. */
  readonly which: string;
  /** The description of the category OTHER, beside those of the candidates, which are their texts. */
  readonly other: string;
  /** For a task that is asked about one label too. */
  readonly single?: {
    /** What the state says in the place of x, for a base rate. */
    readonly unseen: string;
    /** Introduces the names of labels and, after them, the examples of a grounded base rate. */
    readonly labels: string;
    readonly examples: string;
    /** Notes on base rates, which a grounded prompt alone has; they may say p_base. */
    readonly notes?: readonly string[];
    /** The statement with the probability P(y|x). */
    readonly conditional: string;
    /** The statement with the probability P(y). */
    readonly marginal: string;
  };
}
