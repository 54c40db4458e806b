import type { Continuation, Provider, ScoredText } from "@promptnce/core";
import type { ScoringOptions } from "../../scoring/scoring-provider.ts";
import type { ToyOptions } from "./toy-routes.test.support.ts";
import { type Routes, type ToyServer, toyServer } from "./toy-server.test.support.ts";

/** An adapter that scores, with the toy model behind its interface. */
export interface ToyScorer {
  readonly title: string;
  readonly make: (options: ScoringOptions) => Provider;
  readonly routes: (options?: ToyOptions) => Routes;
  /** Where the log-probabilities come from. */
  readonly path: string;
}

/** Server and adapter, for the running test. */
export async function startToy(
  { routes, make }: ToyScorer,
  options: ToyOptions & Partial<ScoringOptions> = {},
): Promise<{ readonly server: ToyServer; readonly provider: Provider }> {
  const server = await toyServer(routes(options));
  return { server, provider: make({ model: "toy", baseURL: server.baseURL, ...options }) };
}

/** A continuation in plain text. */
export function plain(text: string): Continuation {
  return { text, template: "plain", span: "content" };
}

/** What a provider says of a continuation. */
export async function score(
  provider: Provider,
  prompt: string,
  continuation: Continuation,
): Promise<ScoredText> {
  const { text } = await provider.complete({ prompt, sample: 0, continuation });
  return JSON.parse(text) as ScoredText;
}

/** The log-probability of all scored tokens together, in nats. */
export function summed({ tokens }: ScoredText): number {
  return tokens.reduce((total, { logprob }) => total + logprob, 0);
}
