import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { anthropic } from "../anthropic/anthropic.ts";
import { httpFetch } from "./http-fetch.ts";
import { openai, openaiCompatible } from "../openai/openai.ts";
import { KEY } from "../testing/faults.test.support.ts";
import { mockServer } from "@promptnce/rehearsal/testing/mock-server";
import { vendorConformance } from "../testing/vendor-conformance.test.support.ts";
import { chatCompletions, messages, responses } from "@promptnce/rehearsal/wire";

const fetch = httpFetch();
const MEGABYTE = Buffer.alloc(1 << 20);
/** 16 MB, packed. */
const ZEROS = gzipSync(Buffer.alloc(1 << 24));
vendorConformance("anthropic over httpFetch", messages, (options) =>
  anthropic({ ...options, fetch }),
);
describe("the other vendors", { tags: "full" }, () => {
  vendorConformance("openai over httpFetch", responses, (options) => openai({ ...options, fetch }));
  vendorConformance("openaiCompatible over httpFetch", chatCompletions, (options) =>
    openaiCompatible({ ...options, grammar: "off", fetch }),
  );
});

it.each([
  [
    "Anthropic's Messages",
    messages,
    (baseURL: string) => anthropic({ model: "m", apiKey: KEY, baseURL, fetch }),
  ],
  [
    "Chat Completions",
    chatCompletions,
    (baseURL: string) => openaiCompatible({ model: "m", baseURL, fetch }),
  ],
] as const)("a decompression bomb ends a call of %s with one sentence", async (_, wire, make) => {
  const server = await mockServer(wire);
  server.script({ fault: "bomb" });
  const before = process.memoryUsage.rss();
  await expect(make(server.baseURL).complete({ prompt: "p", sample: 0 })).rejects.toMatchObject({
    name: "ProviderError",
    kind: "response",
    mayBeBilled: true,
    message: expect.stringMatching(
      /^The server sent more than 32 MB in one reply[^\n]+$/,
    ) as string,
  });
  // A gigabyte is what it would unpack to.
  expect(process.memoryUsage.rss() - before).toBeLessThan(2 ** 29);
});

/** A server that is gone when the test is, and how many connections it has had. */
async function serving(
  listener: RequestListener,
): Promise<{ url: string; connections: () => number }> {
  // A connection is kept however long a test waits for the machine.
  const server = createServer({ keepAliveTimeout: 0 }, listener);
  let connections = 0;
  server.on("connection", () => connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/a?b=c`, connections: () => connections };
}

describe("httpFetch", () => {
  it("sends method, headers and text with its length, and gives status, headers and text", async () => {
    const { url } = await serving((request, response) => {
      request.setEncoding("utf8").on("data", (body: string) => {
        const { method, headers } = request;
        const seen = {
          method,
          url: request.url,
          body,
          type: headers["x-type"],
          length: headers["content-length"],
        };
        response.writeHead(201, "Made", { "x-a": ["1", "2"] }).end(JSON.stringify(seen));
      });
    });
    const response = await fetch(url, { method: "POST", headers: { "X-Type": "t" }, body: "“é”" });
    expect(response).toMatchObject({ status: 201, statusText: "Made", ok: true });
    expect(response.headers.get("X-A")).toBe("1, 2");
    expect(await response.clone().json()).toEqual({
      method: "POST",
      url: "/a?b=c",
      body: "“é”",
      type: "t",
      length: "8",
    });
    expect(await response.clone().text()).toBe(new TextDecoder().decode(await response.bytes()));
  });

  it("keeps connections open and uses them again", async () => {
    const { url, connections } = await serving((_, response) => response.end("x"));
    for (let i = 0; i < 5; i++) {
      await fetch(url);
    }
    expect(connections()).toBe(1);
  });

  it("reads what is packed", async () => {
    const { url } = await serving((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync('{"p": 1}'));
    });
    expect(await (await fetch(new URL(url))).json()).toEqual({ p: 1 });
  });

  it.each([
    [
      "a decompression bomb",
      { "content-encoding": "gzip" },
      [ZEROS, ZEROS, ZEROS],
      "more than 32 MB",
      ["json"],
      ["blob"],
    ],
    [
      "a reply of hundreds of MB",
      {},
      Array.from({ length: 300 }, () => MEGABYTE),
      "more than 32 MB",
      ["bytes"],
      ["text"],
    ],
    [
      "what is packed in no known way",
      { "content-encoding": "gzip" },
      ['{"p": 1}'],
      "cannot be unpacked",
      ["json", "bytes"],
      ["text", "blob"],
    ],
  ] as const)(
    "gives %s as an error of kind response when it is read, whatever its status",
    async (_, headers, parts, said, ofSuccess, ofFailure) => {
      for (const { status, reads } of [
        { status: 200, reads: ofSuccess },
        { status: 500, reads: ofFailure },
      ]) {
        let gone: Promise<unknown> = Promise.resolve();
        const { url } = await serving((_request, response) => {
          gone = once(response, "close");
          response.writeHead(status, headers);
          Readable.from(parts).pipe(response);
        });
        for (const read of reads) {
          const response = await fetch(url);
          expect(response.status).toBe(status);
          await expect(response[read]()).rejects.toMatchObject({
            name: "ProviderError",
            kind: "response",
            message: expect.stringContaining(said) as string,
          });
        }
        // What is too long is not read to its end.
        await gone;
      }
    },
  );

  it("follows no redirect, which could carry a key elsewhere", async () => {
    const { url } = await serving((_, response) => {
      response.writeHead(307, { location: "http://elsewhere.example/" }).end();
    });
    expect(await fetch(url)).toMatchObject({ status: 307, ok: false, redirected: false });
  });

  it("rejects with the signal's own reason, before and while it is under way", async () => {
    const received = Promise.withResolvers<void>();
    const { url } = await serving((_, response) => {
      response.write("half");
      received.resolve();
    });
    const reason = new Error("stopped");
    await expect(fetch(url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const call = fetch(url, { signal: controller.signal });
    await received.promise;
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
  });

  it("sends nothing if it is stopped while the connections are opened", async () => {
    const { url, connections } = await serving((_, response) => response.write("half"));
    const reason = new Error("stopped");
    const controller = new AbortController();
    const call = httpFetch()(url, { signal: controller.signal });
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(connections()).toBe(0);
  });

  it("rejects as fetch does where nobody listens, or the body where the connection is cut within it", async () => {
    await expect(fetch("http://127.0.0.1:9/")).rejects.toMatchObject({
      name: "TypeError",
      message: "fetch failed",
      cause: { code: "ECONNREFUSED" },
    });
    const { url } = await serving((_, response) => {
      response.writeHead(200, { "content-length": "100" }).write("half", () => response.destroy());
    });
    const { status, text } = await fetch(url).then(async (response) => {
      return { status: response.status, text: await response.text().catch((error) => error) };
    });
    expect(status).toBe(200);
    expect(text).toMatchObject({ name: "TypeError", message: "terminated" });
  });

  it.each([
    ["named alone", {}],
    ["named, and Node is told to use it", { NODE_USE_ENV_PROXY: "1" }],
  ])(
    "goes through a proxy of the environment that is %s",
    async (_, env: Record<string, string>) => {
      const { url } = await serving((request, response) => response.end(`proxied ${request.url}`));
      onTestFinished(() => void vi.unstubAllEnvs());
      for (const [name, value] of Object.entries({ ...env, http_proxy: new URL(url).origin })) {
        vi.stubEnv(name, value);
      }
      const response = await httpFetch()("http://vendor.example/v1");
      expect(await response.text()).toBe("proxied http://vendor.example/v1");
    },
  );

  it("calls this machine itself without the proxy of the environment", async () => {
    const { url } = await serving((request, response) => response.end(`direct ${request.url}`));
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv("http_proxy", "http://127.0.0.1:9");
    const response = await httpFetch()(url);
    expect(await response.text()).toContain("direct /");
  });

  it("sends a request once more where a connection that is used again is reset before any byte", async () => {
    const used = new WeakSet<object>();
    const { url } = await serving((request, response) => {
      if (used.has(request.socket)) request.socket.resetAndDestroy();
      else response.end("fine");
      used.add(request.socket);
    });
    const again = httpFetch();
    for (let i = 0; i < 3; i++) {
      expect(await (await again(url, { method: "POST", body: "{}" })).text()).toBe("fine");
    }
  });

  it("does not where a new connection is reset", async () => {
    let calls = 0;
    const { url } = await serving((request) => {
      calls++;
      request.socket.resetAndDestroy();
    });
    await expect(httpFetch()(url, { method: "POST", body: "{}" })).rejects.toThrow("fetch failed");
    expect(calls).toBe(1);
  });

  it("says what it does not take", async () => {
    await expect(fetch(new Request("http://127.0.0.1:9/"))).rejects.toThrow(
      "give the global fetch",
    );
    await expect(
      fetch("http://127.0.0.1:9/", { method: "POST", body: new FormData() }),
    ).rejects.toThrow("httpFetch takes an address and a text");
  });
});
