import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { Wire } from "./wire.ts";

/** What the server does with one request. */
export type Act =
  | { readonly act: "success" | "refusal" | "truncation"; readonly text: string }
  | { readonly act: "json"; readonly body: unknown }
  | {
      readonly act: "error";
      readonly status: number;
      readonly type: string;
      readonly message: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** A body that is no JSON, sent as JSON. */
  | { readonly act: "malformed" }
  /** A page of a gateway, with status 200. */
  | { readonly act: "page" }
  /** Never answers. */
  | { readonly act: "hang" }
  /** Sends headers and half a body, then nothing more. */
  | { readonly act: "stall" }
  /** Closes the connection without a word. */
  | { readonly act: "drop" }
  /** Closes the connection in the middle of the body. */
  | { readonly act: "cut" };

interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface MockServer {
  readonly baseURL: string;
  readonly seen: readonly SeenRequest[];
  /** What to do next, in order; echoes the prompt when nothing is left. */
  script(...acts: readonly Act[]): void;
}

/** A local server that speaks one vendor's interface, gone when the running test is. */
export async function mockServer(wire: Wire): Promise<MockServer> {
  const seen: SeenRequest[] = [];
  const acts: Act[] = [];
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      seen.push({ path: request.url ?? "", headers: request.headers, body });
      const echo: Act = { act: "success", text: `echo: ${String(wire.prompt(body))}` };
      perform(acts.shift() ?? echo, wire, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseURL: `http://127.0.0.1:${port}`,
    seen,
    script: (...more) => void acts.push(...more),
  };
}

async function read(request: IncomingMessage): Promise<unknown> {
  return JSON.parse(await text(request)) as unknown;
}

function perform(act: Act, wire: Wire, response: ServerResponse): void {
  const json = { "content-type": "application/json" };
  switch (act.act) {
    case "success":
    case "refusal":
    case "truncation":
      response.writeHead(200, json).end(JSON.stringify(wire[act.act](act.text)));
      break;
    case "json":
      response.writeHead(200, json).end(JSON.stringify(act.body));
      break;
    case "error":
      response
        .writeHead(act.status, { ...json, ...act.headers })
        .end(JSON.stringify(wire.error(act.type, act.message)));
      break;
    case "malformed":
      response.writeHead(200, json).end('{"id": "x", "content": [');
      break;
    case "page":
      response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>");
      break;
    case "hang":
      break;
    case "stall":
      response.writeHead(200, json).write('{"id": ');
      break;
    case "drop":
      response.destroy();
      break;
    case "cut":
      response
        .writeHead(200, { ...json, "content-length": "1000" })
        .write('{"id": ', () => response.destroy());
  }
}
