import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { Wire, WireReply } from "./wires.ts";

type AnswerHeaders = Readonly<Record<string, string>>;

/** An error in the vendor's words. */
export interface WireError {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly headers?: AnswerHeaders;
}

/** What a server can do instead of answering: see `FAULTS`. */
export type WireFault = "garbled" | "page" | "hang" | "stall" | "drop" | "cut" | "drip" | "bomb";

/** What a server does with one request. */
export type WireAnswer =
  | { readonly reply: WireReply; readonly headers?: AnswerHeaders }
  | WireError
  /** Any JSON with status 200, indented so that people can read it. */
  | { readonly json: unknown; readonly headers?: AnswerHeaders }
  /** The lines of a JSONL file. */
  | { readonly lines: readonly unknown[] }
  /** A fault; for `drip`, with the milliseconds between bytes, 1,000 by default. */
  | { readonly fault: WireFault; readonly everyMs?: number };

const JSON_HEADERS = { "content-type": "application/json" };

/**
 * Sends the answer, or performs the fault. A client that has disconnected meanwhile is no error.
 */
export function send(answer: WireAnswer, wire: Wire, response: ServerResponse): void {
  if ("fault" in answer) return void FAULTS[answer.fault](response, answer.everyMs);
  const { status = 200, headers } = answer as Partial<WireError>;
  response.writeHead(status, { ...JSON_HEADERS, ...headers }).end(bodyOf(answer, wire));
}

function bodyOf(answer: Exclude<WireAnswer, { readonly fault: WireFault }>, wire: Wire): string {
  if ("reply" in answer) return JSON.stringify(wire.reply(answer.reply));
  if ("json" in answer) return `${JSON.stringify(answer.json, null, 2)}\n`;
  if ("lines" in answer) return answer.lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  return JSON.stringify(wire.error(answer.type, answer.message));
}

const FAULTS: Readonly<Record<WireFault, (response: ServerResponse, everyMs?: number) => unknown>> =
  {
    garbled: (response) => response.writeHead(200, JSON_HEADERS).end('{"id": "x", "content": ['),
    page: (response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>"),
    hang: () => undefined,
    stall: (response) => response.writeHead(200, JSON_HEADERS).write('{"id": '),
    drop: (response) => response.destroy(),
    cut: (response) =>
      response
        .writeHead(200, { ...JSON_HEADERS, "content-length": "1000" })
        .write('{"id": ', () => response.destroy()),
    drip(response, everyMs = 1000) {
      const timer = setInterval(() => response.write(" "), everyMs);
      response.writeHead(200, JSON_HEADERS).on("close", () => clearInterval(timer));
    },
    bomb(response) {
      // Concatenated gzip members decompress to one body, here of a gigabyte.
      const zeros = gzipSync(Buffer.alloc(1 << 24));
      response.writeHead(200, { ...JSON_HEADERS, "content-encoding": "gzip" });
      response.end(Buffer.concat(Array.from({ length: 64 }, () => zeros)));
    },
  };
