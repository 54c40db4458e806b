import type { DecisionAnswer, Decision } from "@promptnce/core";

/** A question as a request names it. */
export interface NamedDecision {
  readonly name: string;
  readonly decision: Decision;
}

/** A state and questions about it, as a request asks them. */
export interface AskedDecisions {
  readonly model: string;
  readonly state: string;
  readonly questions: readonly NamedDecision[];
}

/** The answer to a question; absent where the model refused to give one. */
export interface NamedAnswer extends NamedDecision {
  readonly decided?: DecisionAnswer | undefined;
}
