import type { IncomingMessage, ServerResponse } from "node:http";
import type { DecisionAnswer } from "@promptnce/core";
import type { AskedDecisions, NamedAnswer, NamedDecision } from "../wire/asked-decisions.ts";
import { badRequest, wireServer } from "../wire/wire-server.ts";

export interface DecisionServerOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number | undefined;
  /**
   * The answer to a question about a state; `undefined` refuses it.
   *
   * @throws TypeError for a question that cannot be answered, which its message says to the client.
   */
  readonly decide: (state: string, question: NamedDecision) => Promise<DecisionAnswer | undefined>;
  /** The number of input tokens of a request; a token for every four characters by default. */
  readonly tokens?: (asked: AskedDecisions) => number;
  /** Takes a request over, for a server that fails; the request is answered where it returns false. */
  readonly intercept?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** A server on the loopback interface, until it is closed or disposed. */
export interface DecisionServer extends AsyncDisposable {
  /** The base URL of clients: `http://127.0.0.1:8080/v1`. */
  readonly baseURL: string;
  /** Stops the server and closes open connections. */
  close(): Promise<void>;
}

/**
 * A server on 127.0.0.1 that lets a function make the decisions: at `/v1/systemone`, and at
 * `/v1/decisions` as OpenAI and as SGLang speak it.
 *
 * @throws Error with the system's code if the port is taken (`EADDRINUSE`) or not allowed.
 * @example
 * await using server = await decisionServer({ decide: async () => ({ probability: 0.75 }) });
 * server.baseURL.endsWith("/v1"); // → true
 */
export async function decisionServer(options: DecisionServerOptions): Promise<DecisionServer> {
  const { port, decide, tokens = inputTokens, intercept } = options;
  const server = await wireServer({
    port,
    intercept,
    async decide({ wire, body }) {
      if (wire.asked === undefined) return badRequest("This server makes decisions alone.");
      const asked = wire.asked(body);
      const decided = { questions: asked.questions, answers: await answersTo(asked, decide) };
      const usage = { inputTokens: tokens(asked), outputTokens: 0 };
      return { reply: { model: asked.model, text: "", stop: "end", usage, decided } };
    },
  });
  return { ...server, baseURL: `${server.url}/v1` };
}

/** The answers to all questions of a request, asked one after another. */
export async function answersTo(
  { state, questions }: AskedDecisions,
  decide: DecisionServerOptions["decide"],
): Promise<readonly NamedAnswer[]> {
  const answers: NamedAnswer[] = [];
  for (const question of questions) {
    answers.push({ ...question, decided: await decide(state, question) });
  }
  return answers;
}

/** The tokens of a request, a token for every four characters: the state counts once. */
export function inputTokens({ state, questions }: AskedDecisions): number {
  return Math.ceil((state.length + JSON.stringify(questions).length) / 4);
}
