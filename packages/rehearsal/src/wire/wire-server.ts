import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { at, parsedJson } from "@promptnce/core/json";
import { type WireAnswer, send } from "./answer.ts";
import { decisionWire } from "./decision-wire.ts";
import { decisionsForm } from "./decisions-form.ts";
import { sglangForm } from "./sglang-form.ts";
import { systemOneForm } from "./system-one-form.ts";
import { chatCompletions, messages, responses, type Wire } from "./wires.ts";

/** One call of a model, as it was received. */
export interface WireCall {
  readonly wire: Wire;
  readonly request: IncomingMessage;
  /** The parsed body. */
  readonly body: unknown;
}

/** Answers a request that the route handles; `undefined` for any other. */
export type Route = (request: IncomingMessage, path: string) => Promise<WireAnswer | undefined>;

export interface WireServerOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number | undefined;
  /** Decides the answer to a call of a model. */
  readonly decide: (call: WireCall) => WireAnswer | Promise<WireAnswer>;
  /** Handles requests that do not call a model; any that it leaves get a 404. */
  readonly other?: Route;
  /** Takes a request over; it is answered here where this returns false. */
  readonly intercept?:
    | ((request: IncomingMessage, response: ServerResponse) => boolean)
    | undefined;
}

/** A server on the loopback interface, until it is closed or disposed. */
export interface WireServer extends AsyncDisposable {
  /** The base URL for Anthropic's SDK, without a path; OpenAI's SDK needs `/v1` after it. */
  readonly url: string;
  /** Stops the server and closes open connections. */
  close(): Promise<void>;
}

const decisions = decisionWire(decisionsForm);
const sglangDecisions = decisionWire(sglangForm);
const systemOne = decisionWire(systemOneForm);

const WIRES: readonly Wire[] = [messages, chatCompletions, responses, decisions, systemOne];

/**
 * A server on 127.0.0.1 that speaks Messages, Chat Completions, Responses, System One and
 * Decisions, which it distinguishes by the end of the path, and OpenAI's Decisions from SGLang's by
 * their questions.
 *
 * @throws Error with the system's code if the port is taken (`EADDRINUSE`) or not allowed.
 */
export async function wireServer(options: WireServerOptions): Promise<WireServer> {
  const server = createServer((request, response) => {
    if (options.intercept?.(request, response) === true) return;
    answer(options, request, response).catch((error: unknown) => {
      // Ignore a client that disconnected while sending; show any other error, which is a mistake.
      if (request.destroyed && !request.complete) return;
      if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
      response.end(error instanceof Error ? error.message : String(error));
    });
  });
  // Longer than clients keep connections open, so that none is closed while a request is on its
  // way.
  server.keepAliveTimeout = 120_000;
  await once(server.listen(options.port ?? 0, "127.0.0.1"), "listening");
  const close = async (): Promise<void> => {
    server.close().closeAllConnections();
    await once(server, "close");
  };
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close, [Symbol.asyncDispose]: close };
}

async function answer(
  { decide, other }: WireServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { method = "", url = "" } = request;
  const path = url.replace(/\?.*$/, "");
  const wire = WIRES.find((candidate) => path.endsWith(candidate.path));
  if (wire === undefined || method !== "POST") {
    const none = {
      status: 404,
      type: "not_found_error",
      message: `There is no ${method} ${path} here.`,
    };
    return send((await other?.(request, path)) ?? none, wire ?? chatCompletions, response);
  }
  const body = parsedJson(await text(request));
  const spoken = wire === decisions && isOfSglang(body) ? sglangDecisions : wire;
  const decided =
    body === undefined
      ? badRequest("The body is not JSON.")
      : await decidedOr400(() => decide({ wire: spoken, request, body }), spoken);
  send(decided, spoken, response);
}

function isOfSglang(body: unknown): boolean {
  return at(body, "questions", 0, "question") !== undefined;
}

/** The answer; a decision that cannot be made is the client's mistake. */
async function decidedOr400(
  decide: () => WireAnswer | Promise<WireAnswer>,
  { asked }: Wire,
): Promise<WireAnswer> {
  try {
    return await decide();
  } catch (error) {
    if (asked === undefined || !(error instanceof TypeError)) throw error;
    return badRequest(error.message);
  }
}

/** A 400 with this message. */
export function badRequest(message: string): WireAnswer {
  return { status: 400, type: "invalid_request_error", message };
}
