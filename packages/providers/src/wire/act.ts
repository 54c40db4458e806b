import type { ServerResponse } from "node:http";
import type { Wire, WireReply } from "./wire.ts";

/** Headers of a response. */
type ActHeaders = Readonly<Record<string, string>>;

/** What a server does with one request. */
export type Act =
  | { readonly act: "reply"; readonly reply: WireReply; readonly headers?: ActHeaders }
  /** Any JSON with status 200. */
  | { readonly act: "json"; readonly body: unknown }
  | {
      readonly act: "error";
      readonly status: number;
      readonly type: string;
      readonly message: string;
      readonly headers?: ActHeaders;
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

/** Does it. A client that has gone away meanwhile is no error. */
export function perform(act: Act, wire: Wire, response: ServerResponse): void {
  const json = { "content-type": "application/json" };
  switch (act.act) {
    case "reply": {
      const body = JSON.stringify(wire.reply(act.reply));
      response.writeHead(200, { ...json, ...act.headers }).end(body);
      break;
    }
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
      response.writeHead(200, { ...json, "content-length": "1000" }).write('{"id": ', () => response.destroy());
  }
}
