import type { DecisionAnswer, Decision } from "@promptnce/core";

/** A question as a request names it. */
export interface NamedDecision {
  readonly name: string;
  readonly decision: Decision;
}

/** A state and questions about it, as a request asks them. */
interface AskedDecisions {
  readonly model: string;
  readonly state: string;
  readonly questions: readonly NamedDecision[];
}

/** A question of a request, with its place among those of the request. */
export interface PlacedDecision extends NamedDecision {
  readonly place: number;
  /** The number of questions in the request. */
  readonly of: number;
}

/** The wire format of an endpoint for decisions, from the client's side. */
export interface DecisionWire {
  /** The path below the base URL, which ends with a version: `/systemone` of `…/v1`. */
  readonly path: string;
  /**
   * Names that hosts give the path instead; an address that ends in one is that of the endpoint.
   */
  readonly otherPaths?: readonly string[];
  /** The body of a request. */
  body(asked: AskedDecisions): Readonly<Record<string, unknown>>;
  /**
   * The answer to a question in a response; `undefined` where the model refused.
   *
   * @throws ProviderError where the response, or the answer, is of another form.
   */
  decided(response: unknown, asked: PlacedDecision, title: string): DecisionAnswer | undefined;
}

/** The only question of a request, or the first part of a name where there are several. Hosts of System One may read names as part of it. */
export const QUESTION = "answer";
