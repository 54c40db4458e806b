import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Decided } from "@promptnce/core";
import { at, parsedJson } from "@promptnce/core/json";
import type {
  AskedDecisions,
  DecisionWire,
  NamedAnswer,
  NamedDecision,
} from "../decision-wires/decision-wire.ts";
import { openaiDecisionsWire } from "../decision-wires/openai-wire.ts";
import { sglangDecisionsWire } from "../decision-wires/sglang-wire.ts";
import { systemOneWire } from "../decision-wires/system-one-wire.ts";

export interface DecisionServerOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number | undefined;
  /**
   * The answer to a question about a state; `undefined` refuses it.
   *
   * @throws TypeError for a question that cannot be answered, which its message says to the client.
   */
  readonly decide: (state: string, question: NamedDecision) => Promise<Decided | undefined>;
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
 * A server on 127.0.0.1 with the endpoints of decision models: `/v1/systemone`, and `/v1/decisions`
 * as OpenAI and as SGLang speak it, which it tells apart by the questions.
 *
 * @throws Error with the system's code if the port is taken (`EADDRINUSE`) or not allowed.
 * @example
 * await using server = await decisionServer({ decide: async () => ({ probability: 0.75 }) });
 * server.baseURL.endsWith("/v1"); // → true
 */
export async function decisionServer(options: DecisionServerOptions): Promise<DecisionServer> {
  const server = createServer((request, response) => {
    if (options.intercept?.(request, response) === true) return;
    answer(options, request, response).catch((error: unknown) => {
      if (request.destroyed && !request.complete) return;
      const message = error instanceof Error ? error.message : String(error);
      const status = error instanceof TypeError ? 400 : 500;
      const type = status === 400 ? "invalid_request_error" : "server_error";
      send(response, status, { error: { message, type, code: null, param: null } });
    });
  });
  server.keepAliveTimeout = 120_000;
  await once(server.listen(options.port ?? 0, "127.0.0.1"), "listening");
  const close = async (): Promise<void> => {
    server.close().closeAllConnections();
    await once(server, "close");
  };
  const { port } = server.address() as AddressInfo;
  return { baseURL: `http://127.0.0.1:${port}/v1`, close, [Symbol.asyncDispose]: close };
}

async function answer(
  { decide, tokens = quarter }: DecisionServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? "").replace(/\?.*$/, "");
  const body = request.method === "POST" ? parsedJson(await text(request)) : undefined;
  const wire = wireOf(path, body);
  if (request.method !== "POST" || wire === undefined) {
    const message = `There is no ${request.method} ${path} here: POST to /v1/systemone or /v1/decisions.`;
    send(response, 404, { error: { message, type: "not_found_error", code: null, param: null } });
    return;
  }
  if (body === undefined) throw new TypeError("The body is not JSON.");
  const asked = wire.asked(body);
  if (asked.questions.length === 0) throw new TypeError("questions: ask one at least");
  const answers: NamedAnswer[] = [];
  for (const question of asked.questions) {
    answers.push({ ...question, decided: await decide(asked.state, question) });
  }
  send(response, 200, wire.response(asked, answers, tokens(asked)));
}

/** The wire that a path, or its first question, is of. */
function wireOf(path: string, body: unknown): DecisionWire | undefined {
  if (path.endsWith(systemOneWire.path)) return systemOneWire;
  if (!path.endsWith(openaiDecisionsWire.path)) return undefined;
  return at(body, "questions", 0, "question") === undefined
    ? openaiDecisionsWire
    : sglangDecisionsWire;
}

function quarter({ state, questions }: AskedDecisions): number {
  return Math.ceil((state.length + JSON.stringify(questions).length) / 4);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  if (!response.headersSent) response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
