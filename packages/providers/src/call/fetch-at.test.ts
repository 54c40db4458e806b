import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Provider, Request } from "@promptnce/core";
import { type WriteOption, ProviderError } from "@promptnce/core/errors";
import { describe, expect, it, onTestFinished } from "vitest";
import { anthropic } from "../anthropic/anthropic.ts";
import { anthropicBatches } from "../anthropic/anthropic-batches.ts";
import { httpFetch } from "../http/http-fetch.ts";
import { openai, openaiCompatible } from "../openai/openai.ts";
import { vllm } from "../scoring/vllm.ts";
import { KEY } from "../testing/faults.test.support.ts";

/** The headers of the requests that a server was sent, and its origin. */
interface Serving {
  readonly origin: string;
  readonly seen: readonly IncomingHttpHeaders[];
}

/** A server that is gone with the test. */
async function serving(
  answer: (response: ServerResponse, path: string) => void = (response) => response.end("{}"),
): Promise<Serving> {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    request.resume().on("end", () => answer(response, request.url ?? ""));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

/** What a call was rejected with. */
async function rejection(call: Promise<unknown>): Promise<ProviderError> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ProviderError);
  return error as ProviderError;
}

const asFlag: WriteOption = (option, value) =>
  value === undefined ? `--${option}` : `--${option} ${String(value)}`;

const common = { model: "m", apiKey: KEY };
type Make = (baseURL: string, fetch: typeof globalThis.fetch) => Provider;
const vendors: readonly (readonly [name: string, make: Make])[] = [
  ["Anthropic", (baseURL, fetch) => anthropic({ ...common, baseURL: baseURL.slice(0, -3), fetch })],
  ["OpenAI", (baseURL, fetch) => openai({ ...common, baseURL, fetch })],
  ["a compatible server", (baseURL, fetch) => openaiCompatible({ ...common, baseURL, fetch })],
];

describe.each(vendors)("%s, where its server redirects", (name, make) => {
  it.each([
    ["httpFetch", httpFetch()],
    ["the global fetch", globalThis.fetch],
  ])("is sent nothing more with %s, and told the address", async (_, fetch) => {
    for (const status of [302, 308]) {
      const other = await serving();
      const first = await serving((response, path) => {
        response.writeHead(status, { location: `${other.origin}/new${path}` }).end();
      });
      const call = make(`${first.origin}/v1`, fetch).complete({ prompt: "p", sample: 0 });
      const error = await rejection(call);
      const wanted = `${other.origin}/new${name === "Anthropic" ? "" : "/v1"}`;
      expect(error).toMatchObject({ status, retryable: false, mayBeBilled: false });
      expect(error.messageFor(asFlag)).toMatch(
        `The server at ${first.origin} redirects to ${other.origin}/new/v1/`,
      );
      expect(error.messageFor(asFlag)).toMatch(
        `(${status}), to which nothing was sent: if that is the server you mean, give --baseURL ${wanted}.`,
      );
      expect([first.seen.length, other.seen.length]).toEqual([1, 0]);
    }
  });
});

it("a redirect elsewhere than to the same path, or to no address, names no base URL", async () => {
  for (const [location, where] of [
    ["/login?key=x", "/login"],
    ["http://:0:0", "no address"],
    ["", "no address"],
  ] as const) {
    const { origin } = await serving((response) => response.writeHead(302, { location }).end());
    const provider = openaiCompatible({ ...common, baseURL: `${origin}/v1` });
    const { message } = await rejection(provider.complete({ prompt: "p", sample: 0 }));
    expect(message).toBe(
      `The server at ${origin} redirects to ${where === "/login" ? origin + where : where} (302), to which nothing was sent: check \`baseURL\`.`,
    );
  }
});

it("a server that scores is followed nowhere else either", async () => {
  const other = await serving();
  const { origin } = await serving((response, path) => {
    response.writeHead(307, { location: other.origin + path }).end();
  });
  const provider = vllm({ ...common, baseURL: `${origin}/v1` });
  const error = await rejection(
    provider.complete({
      prompt: "p",
      sample: 0,
      continuation: { text: "c", template: "plain", span: "content" },
    }),
  );
  expect(error.message).toContain(`redirects to ${other.origin}/`);
  expect(other.seen).toEqual([]);
});

describe("the results of a batch at an address that the server names", () => {
  const resultsAt = async (place: (own: string, other: string) => string | null) => {
    const other = await serving();
    const own: Serving = await serving((response, path) => {
      if (path.endsWith("/results")) {
        const result = { type: "canceled" };
        response.end(`${JSON.stringify({ custom_id: "a", result })}\n`);
        return;
      }
      const results_url = place(own.origin, other.origin);
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ id: "b", processing_status: "ended", results_url }));
    });
    const vendor = anthropicBatches({ ...common, baseURL: own.origin });
    return { own, other, read: Array.fromAsync(vendor.results("b")) };
  };

  it("are read where it is the server's own", async () => {
    const { read, own } = await resultsAt((origin) => `${origin}/v1/messages/batches/b/results`);
    expect(await read).toMatchObject([{ customId: "a" }]);
    expect(own.seen).toHaveLength(2);
  });

  it("are missed in one sentence where it names none", async () => {
    const { read } = await resultsAt(() => null);
    expect(await rejection(read)).toMatchObject({
      retryable: false,
      message:
        "Anthropic says that the batch b is complete, but names no file of its results: ask there what became of it.",
    });
  });

  it.each([
    ["another server", (_own: string, other: string) => `${other}/results`],
    ["another protocol", (own: string) => `${own.replace("http:", "https:")}/results`],
    ["another port", (own: string) => `${new URL(own).protocol}//127.0.0.1:9/results`],
  ])("are refused at %s, without the key", async (_, place) => {
    const { read, own, other } = await resultsAt(place);
    const error = await rejection(read);
    expect(error.retryable).toBe(false);
    expect(error.messageFor(asFlag)).toMatch(
      /^The server at http:\S+ names an address at https?:\/\/\S+, to which neither the key nor anything else was sent: check --baseURL, and ask whoever runs the server to name addresses of its own\.$/,
    );
    expect([own.seen.length, other.seen.length]).toEqual([1, 0]);
  });
});

describe("a connection that was kept open", () => {
  const ask = (origin: string) => {
    const model = openaiCompatible({ model: "m", baseURL: `${origin}/v1` });
    return (request: Request) => model.complete(request);
  };
  const whole = JSON.stringify({ choices: [{ message: { content: "fine" } }] });

  it("may be closed as it is used again, and the request is sent once more", async () => {
    const used = new WeakSet<object>();
    const { origin, seen } = await serving((response) => {
      const { socket } = response.req;
      if (used.has(socket)) socket.resetAndDestroy();
      else response.end(whole);
      used.add(socket);
    });
    const complete = ask(origin);
    for (let sample = 0; sample < 3; sample++) {
      expect((await complete({ prompt: "p", sample })).text).toBe("fine");
    }
    expect(seen.length).toBeGreaterThan(3);
  });

  it("is none where nothing was answered before", async () => {
    const { origin, seen } = await serving((response) => {
      response.req.socket.resetAndDestroy();
    });
    const { kind } = await rejection(ask(origin)({ prompt: "p", sample: 0 }));
    expect([kind, seen.length]).toEqual(["connection", 1]);
  });
});
