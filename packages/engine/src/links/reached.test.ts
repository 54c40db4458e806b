import { createServer } from "node:http";
import { once } from "node:events";
import type { Provider } from "@promptnce/core";
import { ProviderError } from "@promptnce/core/errors";
import { expect, it, onTestFinished } from "vitest";
import { modelCalls } from "./model-calls.ts";
import { reached } from "./reached.ts";

/** An adapter that throws whatever `complete` throws. */
const adapter = (complete: Provider["complete"]): Provider => ({
  name: "mine",
  model: "m",
  settings: {},
  complete,
});

const asked = (complete: Provider["complete"]): Promise<unknown> =>
  reached(adapter(complete))
    .complete({ prompt: "p", sample: 0 })
    .then(
      () => expect.unreachable("failed"),
      (error: unknown) => error,
    );

it.each(["fetch failed", "Failed to fetch", "Load failed", "terminated"])(
  "names a connection of which fetch says only %j, so that it is retried",
  async (message) => {
    const error = await asked(() => Promise.reject(new TypeError(message)));
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ kind: "connection", retryable: true, mayBeBilled: true });
    expect(String(error)).toContain("The server of mine could not be reached");
  },
);

it("names a reply that is no JSON", async () => {
  const error = await asked(async () => JSON.parse("<html>"));
  expect(error).toMatchObject({ kind: "response", retryable: true });
});

it("leaves a mistake of the adapter as it is, and an error that names itself", async () => {
  for (const error of [
    new TypeError("undefined is not a function"),
    new ProviderError("No.", { kind: "request", retryable: false }),
  ]) {
    expect(await asked(() => Promise.reject(error))).toEqual(error);
  }
});

it("has an adapter with a bare fetch ask again after a connection that was cut", async () => {
  let requests = 0;
  const server = createServer((request, response) => {
    if (++requests === 1) request.socket.destroy();
    else response.end(JSON.stringify({ text: "PUSH", stop: "end" }));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const bare = adapter(async () => {
    const response = await fetch(`http://127.0.0.1:${port}`, { method: "POST" });
    return JSON.parse(await response.text());
  });
  const calls = modelCalls({ retry: { firstDelayMs: 1 } })(bare);
  expect(await calls.complete({ prompt: "p", sample: 0 })).toMatchObject({ text: "PUSH" });
  expect(requests).toBe(2);
});
