import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/**
 * A server in front of another that forwards each request or answers it itself. Stops when the test
 * ends.
 */
export async function gateway(
  server: string,
  answerOf: (body: string) => { readonly status: number; readonly text: string } | undefined,
): Promise<string> {
  const hand = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const headers = { "content-type": "application/json" };
    const told = answerOf(body);
    if (told !== undefined) return void response.writeHead(told.status, headers).end(told.text);
    const answer = await fetch(`${server}${request.url}`, { method: "POST", headers, body });
    response.writeHead(answer.status, headers).end(await answer.text());
  };
  const proxy = createServer((request, response) => void hand(request, response));
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void proxy.close());
  return `http://127.0.0.1:${(proxy.address() as { port: number }).port}`;
}
