import type { ServerResponse } from "node:http";
import type { Wire, WireReply } from "./wires.ts";

/** Headers of a response. */
type AnswerHeaders = Readonly<Record<string, string>>;

/** An error as the vendor would word it. */
export interface WireError {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly headers?: AnswerHeaders;
}

/** What a server can do in the place of answering. */
export type WireFault =
  /** A body that is no JSON, sent as JSON. */
  | "malformed"
  /** A page of a gateway, with status 200. */
  | "page"
  /** Never answers. */
  | "hang"
  /** Sends headers and half a body, then nothing more. */
  | "stall"
  /** Closes the connection without a word. */
  | "drop"
  /** Closes the connection in the middle of the body. */
  | "cut";

/** What a server does with one request. */
export type Answer =
  | { readonly reply: WireReply; readonly headers?: AnswerHeaders }
  | WireError
  /** Any JSON with status 200, for people to read too. */
  | { readonly json: unknown }
  /** The lines of a JSONL file. */
  | { readonly lines: readonly unknown[] }
  | { readonly fault: WireFault };

const JSON_HEADERS = { "content-type": "application/json" };

/** Does it. A client that has gone away meanwhile is no error. */
export function send(answer: Answer, wire: Wire, response: ServerResponse): void {
  if ("fault" in answer) return commit(answer.fault, response);
  const [status, headers, body] = written(answer, wire);
  response.writeHead(status, { ...JSON_HEADERS, ...headers }).end(body);
}

function written(
  answer: Exclude<Answer, { readonly fault: WireFault }>,
  wire: Wire,
): [status: number, headers: AnswerHeaders | undefined, body: string] {
  if ("reply" in answer) return [200, answer.headers, JSON.stringify(wire.reply(answer.reply))];
  if ("json" in answer) return [200, undefined, `${JSON.stringify(answer.json, null, 2)}\n`];
  if ("lines" in answer) return [200, undefined, answer.lines.map((line) => `${JSON.stringify(line)}\n`).join("")];
  return [answer.status, answer.headers, JSON.stringify(wire.error(answer.type, answer.message))];
}

function commit(fault: WireFault, response: ServerResponse): void {
  switch (fault) {
    case "malformed":
      response.writeHead(200, JSON_HEADERS).end('{"id": "x", "content": [');
      break;
    case "page":
      response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>");
      break;
    case "hang":
      break;
    case "stall":
      response.writeHead(200, JSON_HEADERS).write('{"id": ');
      break;
    case "drop":
      response.destroy();
      break;
    case "cut":
      response.writeHead(200, { ...JSON_HEADERS, "content-length": "1000" }).write('{"id": ', () => response.destroy());
  }
}
