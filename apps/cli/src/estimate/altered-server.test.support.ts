import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** The parts of the simulated server's completions that tests change. */
interface Completion {
  choices: {
    message: { content: string | null } | null;
    finish_reason: string;
    logprobs?: { content: { top_logprobs: { token: string; logprob: number | null }[] }[] } | null;
  }[];
  usage: Record<string, unknown>;
  [other: string]: unknown;
}

/** A vendor's version of a completion: another body, and another status if it has one. */
export type Alter = (
  completion: Completion,
  request: { readonly number: number; readonly body: Readonly<Record<string, unknown>> },
) => unknown;

/** A reply with an error status. */
export class Refusal {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/**
 * A server in front of another that alters its replies like a vendor, and counts requests. Stops
 * when the test ends.
 */
export async function alteredServer(
  url: string,
  alter: Alter,
): Promise<{ readonly url: string; readonly requests: () => number }> {
  let requests = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const number = ++requests;
      const body = await text(request);
      const answer = await fetch(url + (request.url ?? ""), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      const parsedRequest = { number, body: JSON.parse(body) as Readonly<Record<string, unknown>> };
      const altered = alter((await answer.json()) as Completion, parsedRequest);
      const [status, sent] =
        altered instanceof Refusal ? [altered.status, altered.body] : [answer.status, altered];
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(sent));
    })();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.close().closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests: () => requests };
}
