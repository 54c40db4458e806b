import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { parsedJson } from "../call/untyped-json.ts";
import { type WireAnswer, send } from "./answer.ts";
import { chatCompletions, messages, responses, type Wire } from "./wires.ts";

/** One call of a model, as it came. */
export interface WireCall {
  readonly wire: Wire;
  readonly request: IncomingMessage;
  /** The parsed body. */
  readonly body: unknown;
}

/** Answers a request that is its own, or gives `undefined`. */
export type Route = (request: IncomingMessage, path: string) => Promise<WireAnswer | undefined>;

export interface WireServerOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number | undefined;
  /** Decides what is done with a call of a model. */
  readonly decide: (call: WireCall) => WireAnswer | Promise<WireAnswer>;
  /** What calls no model; the rest is 404. */
  readonly other?: Route;
}

/** A server on the loopback, gone when it is disposed of or closed. */
export interface WireServer extends AsyncDisposable {
  /** Without a path: the base URL for Anthropic; OpenAI's has `/v1` behind it. */
  readonly url: string;
  /** Cuts the connections that are open. */
  close(): Promise<void>;
}

const WIRES: readonly Wire[] = [messages, chatCompletions, responses];

/**
 * Listens on 127.0.0.1 alone and speaks Messages, Chat Completions and Responses, told apart by the path's end.
 *
 * @throws Error with the system's code where the port is taken (`EADDRINUSE`) or not allowed.
 */
export async function wireServer(options: WireServerOptions): Promise<WireServer> {
  const server = createServer((request, response) => {
    answer(options, request, response).catch((error: unknown) => {
      // A client that went away while it wrote; anything else is a mistake, and shown as one.
      if (request.destroyed && !request.complete) return;
      if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
      response.end(error instanceof Error ? error.message : String(error));
    });
  });
  // Longer than clients keep a connection, so that none is closed under a request on its way.
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
  const wire = WIRES.find((known) => path.endsWith(known.path));
  if (wire === undefined || method !== "POST") {
    const none = {
      status: 404,
      type: "not_found_error",
      message: `There is no ${method} ${path} here.`,
    };
    return send((await other?.(request, path)) ?? none, wire ?? chatCompletions, response);
  }
  const body = parsedJson(await text(request));
  const decided =
    body === undefined
      ? badRequest("The body is not JSON.")
      : await decide({ wire, request, body });
  send(decided, wire, response);
}

/** The answer to a request that cannot be served as it is. */
export function badRequest(message: string): WireAnswer {
  return { status: 400, type: "invalid_request_error", message };
}
