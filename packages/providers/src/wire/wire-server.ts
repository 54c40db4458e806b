import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type Act, perform } from "./act.ts";
import { chatCompletions } from "./wire-chat-completions.ts";
import { messages } from "./wire-messages.ts";
import { responses } from "./wire-responses.ts";
import type { Wire } from "./wire.ts";

/** One call of a model, as it came. */
export interface WireCall {
  readonly wire: Wire;
  readonly request: IncomingMessage;
  /** The parsed body. */
  readonly body: unknown;
}

export interface WireServerOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** Decides what is done with a call of a model. */
  readonly decide: (call: WireCall) => Act | Promise<Act>;
  /** Answers a request that calls no model and says whether it did; the rest is 404. */
  readonly other?: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;
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
 * Listens on 127.0.0.1 and nowhere else, and speaks Anthropic's Messages and OpenAI's Chat
 * Completions and Responses, told apart by the end of the path.
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
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close, [Symbol.asyncDispose]: close };
}

async function answer(
  { decide, other }: WireServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? "").replace(/\?.*$/, "");
  const wire = WIRES.find((known) => path.endsWith(known.path));
  if (wire === undefined || request.method !== "POST") {
    if ((await other?.(request, response)) === true) return;
    const act = wrong(404, `There is no ${request.method ?? ""} ${path} here.`);
    perform(act, wire ?? chatCompletions, response);
    return;
  }
  const body = parsed(await text(request));
  const notJson = wrong(400, "The body is not JSON.");
  perform(body === undefined ? notJson : await decide({ wire, request, body }), wire, response);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

function wrong(status: 400 | 404, message: string): Act {
  const type = status === 404 ? "not_found_error" : "invalid_request_error";
  return { act: "error", status, type, message };
}
