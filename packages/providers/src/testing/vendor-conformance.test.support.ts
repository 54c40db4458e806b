import { inspect } from "node:util";
import type { CallEvent, Provider, Usage } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { ProviderError } from "@promptnce/core/errors";
import type { VendorOptions } from "../call/vendor-options.ts";
import { replyLimit } from "../call/reply-limit.ts";
import { at } from "@promptnce/core/json";
import { faults, KEY } from "./faults.test.support.ts";
import { type MockServer, mockServer } from "@promptnce/rehearsal/testing/mock-server";
import { providerConformance } from "./provider-conformance.test.support.ts";
import type { Wire } from "@promptnce/rehearsal/wire";

type Make = (options: VendorOptions & { readonly baseURL: string }) => Provider;

/** What servers put where counts of tokens are expected, and whether any can be had of it. */
const oddCounts: readonly (readonly [title: string, count: unknown, usable?: number])[] = [
  ["null", null],
  ["negative", -1],
  ["a word", "many"],
  ["a list", [7]],
  ["spelled out", "7", 7],
];

const request = { prompt: 'Say {"p": 1}. “Ünïcode” $& \n', sample: 0 };

/** Who is told of these events alone. */
function only(is: CallEvent["is"], hear: () => Promise<void>) {
  return async (event: CallEvent): Promise<void> => {
    if (event.is === is) await hear();
  };
}

function oddUsage(count: unknown): Usage {
  return { inputTokens: 13, outputTokens: count as number };
}

/** What every vendor's adapter promises, checked over HTTP. */
export function vendorConformance(title: string, wire: Wire, make: Make): void {
  const start = async (
    options: Partial<VendorOptions> = {},
  ): Promise<{ server: MockServer; provider: Provider }> => {
    const server = await mockServer(wire);
    const { baseURL = server.baseURL, ...more } = options;
    return { server, provider: make({ model: "any-model", apiKey: KEY, baseURL, ...more }) };
  };

  providerConformance(title, async () => ({ ...(await start()), prompt: request.prompt }));

  describe(`${title}, as a vendor's adapter`, () => {
    it("sends the prompt unchanged, once, to the vendor's path, with the key as a bearer token", async () => {
      const { server, provider } = await start();
      const reply = await provider.complete(request);
      expect(reply).toMatchObject({
        text: `echo: ${request.prompt}`,
        usage: { inputTokens: 13, outputTokens: 7 },
      });
      expect(reply.id).toMatch(/\w+/);
      expect(server.seen).toHaveLength(1);
      expect(server.seen[0]?.path).toBe(wire.path);
      expect(wire.prompt(server.seen[0]?.body)).toBe(request.prompt);
      expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
      expect(server.seen[0]?.headers["x-api-key"]).toBeUndefined();
    });

    it("sends the model and the settings as given, and records the settings", async () => {
      const settings = { custom: { deep: [1, null, "x"] } };
      const { server, provider } = await start({ settings, maxTokens: 99 });
      await provider.complete(request);
      const body = server.seen[0]?.body;
      expect(body).toMatchObject({ model: "any-model", ...settings });
      // All that was sent, but for the model and the prompt, is recorded, with its very names.
      const { model: _, messages: __, input: ___, ...sent } = body as Record<string, unknown>;
      expect(provider.settings).toEqual(sent);
      expect(Object.values(sent)).toContain(99);
    });

    it("sends the request's own limit where it has one, and its settings say that it has", async () => {
      const { server, provider } = await start();
      const grammar = { properties: { p: { type: "number" } } };
      const limit = replyLimit({ grammar }, provider.settings);
      await provider.complete({ ...request, grammar });
      const body = server.seen[0]?.body;
      expect(at(body, "max_tokens") ?? at(body, "max_output_tokens")).toBe(limit);
    });

    it.each(["model", "stream"])("refuses the setting %s, which it sends itself", async (name) => {
      await expect(start({ settings: { [name]: "x" } })).rejects.toThrow(
        `settings: ${name} is sent`,
      );
    });

    it("has its caller wait before it sends, and sends nothing where that rejects", async () => {
      const { server, provider } = await start();
      const sent: number[] = [];
      const tell = async (): Promise<void> => {
        await Promise.resolve();
        sent.push(server.seen.length);
      };
      await provider.complete(request, { tell: only("sending", tell) });
      expect([sent, server.seen.length]).toEqual([[0], 1]);
      const over = new Error("The run is over.");
      const call = provider.complete(
        { ...request, sample: 1 },
        { tell: only("sending", () => Promise.reject(over)) },
      );
      await expect(call).rejects.toBe(over);
      expect(server.seen).toHaveLength(1);
    });

    it("sends the settings that its caller gives instead of its own, and records its own", async () => {
      const { server, provider } = await start({ settings: { custom: 1, other: 2 } });
      const { custom: _, ...settings } = provider.settings;
      await provider.complete(request, { settings });
      const body = server.seen[0]?.body;
      expect([Object.hasOwn(body as object, "custom"), body]).toMatchObject([false, { other: 2 }]);
      expect(provider.settings).toMatchObject({ custom: 1, other: 2 });
      const outdated = new ProviderError("More is known.", { kind: "request", retryable: false });
      const tell = (): Promise<never> => Promise.reject(outdated);
      const call = provider.complete({ ...request, sample: 1 }, { tell });
      await expect(call).rejects.toBe(outdated);
      expect(server.seen).toHaveLength(1);
    });

    it("says that its request goes out, and that it came back where it is not charged", async () => {
      const { server, provider } = await start();
      const told: (readonly [event: CallEvent["is"], seen: number])[] = [];
      const tell = ({ is }: CallEvent): void => {
        if (is === "sending" || is === "uncharged") told.push([is, server.seen.length]);
      };
      await provider.complete(request, { tell });
      server.script({ status: 400, type: "invalid_request_error", message: "No." });
      await provider.complete({ ...request, sample: 1 }, { tell }).catch(() => {});
      // What is of no known shape was generated, and is charged.
      server.script({ json: { hello: "you" } });
      await provider.complete({ ...request, sample: 2 }, { tell }).catch(() => {});
      expect(told).toEqual([
        ["sending", 0],
        ["sending", 1],
        ["uncharged", 2],
        ["sending", 2],
      ]);
    });

    it.each(["api_key", "Authorization", "client_secret"])(
      "refuses the setting %s, since settings are recorded",
      async (name) => {
        await expect(start({ settings: { [name]: KEY } })).rejects.toThrow("looks like a secret");
      },
    );

    it.each([
      ["a refusal and its text", { stop: "refusal", text: "I would rather not." }],
      ["a truncated text", { stop: "length", text: '{"p": 0.' }],
    ] as const)("gives %s as a reply", async (_, reply) => {
      const { server, provider } = await start();
      server.script(reply);
      expect(await provider.complete(request)).toMatchObject(reply);
    });

    it.each(oddCounts)("uses a reply whose counts of tokens are %s", async (_, count, usable) => {
      const { server, provider } = await start();
      const json = wire.reply({
        id: "1",
        model: "m",
        text: "paid for",
        stop: "end",
        usage: oddUsage(count),
      });
      server.script({ json });
      const reply = await provider.complete(request);
      expect(reply).toMatchObject({ text: "paid for", stop: "end" });
      expect(reply.usage?.outputTokens).toBe(usable);
    });

    it("uses a reply whose text comes in parts, and whose usage, id and model are something else", async () => {
      const { server, provider } = await start();
      const parts = [
        { type: "text", text: "paid " },
        { type: "thinking", thinking: "Hm." },
        { text: "for" },
        {},
      ];
      const whole = JSON.stringify(
        wire.reply({ id: "1", model: "m", text: "", stop: "end", usage: oddUsage(7) }),
      );
      const inParts = JSON.parse(whole, (name, value: unknown) =>
        name === "content" ? parts : value,
      ) as object;
      server.script({
        json: { ...inParts, usage: "none", id: 7, model: null, service_tier: null },
      });
      expect(await provider.complete(request)).toEqual({ text: "paid for", stop: "end" });
    });

    it("tells who answered", async () => {
      const { provider } = await start();
      expect((await provider.complete(request)).served).toEqual({
        model: "served",
        tier: wire.vendor === "anthropic" ? "standard" : "default",
      });
    });

    it.each([
      { error: { message: `No path for key ${KEY}.`, code: 400 } },
      { error: `No path for key ${KEY}.` },
      { message: `No path for key ${KEY}.` },
    ])("says what the server states in %j in spite of status 200", async (json) => {
      const { server, provider } = await start();
      server.script({ json });
      const caught: unknown = await provider.complete(request).catch((thrown: unknown) => thrown);
      const message = expect.stringMatching(
        /answered with an error, though with status 200: No path for key \[key\]/,
      );
      expect(caught).toMatchObject({ kind: "response", mayBeBilled: false, message });
      expect(inspect(caught, { showHidden: true })).not.toContain("very-secret");
    });

    it("keeps what came where it is of an unknown shape or no JSON, cut and without the key", async () => {
      const { server, provider } = await start();
      const json = { hello: KEY, long: "x".repeat(200_000) };
      server.script({ json });
      const [shape] = await Promise.allSettled([provider.complete(request)]);
      server.script({ fault: "page" });
      const [page] = await Promise.allSettled([provider.complete({ ...request, sample: 1 })]);
      const { body } = (shape as PromiseRejectedResult).reason as ProviderError;
      expect(body).toMatch(/^\{"hello":"\[key\]","long":"x{99900,99999}$/);
      expect((page as PromiseRejectedResult).reason).toMatchObject({ body: "<h1>Welcome</h1>" });
    });

    it.each(faults)(
      "turns %s into one sentence, asks once, and shows no key",
      async (_, answer, wanted) => {
        const isLate = "fault" in answer && ["hang", "stall", "drip"].includes(answer.fault);
        const { server, provider } = await start(isLate ? { timeoutMs: 150 } : {});
        server.script(answer);
        const caught: unknown = await provider.complete(request).catch((thrown: unknown) => thrown);
        expect(caught).toBeInstanceOf(ProviderError);
        expect(caught).toMatchObject(wanted);
        expect((caught as ProviderError).retryAfterMs).toBe(wanted.retryAfterMs);
        // An answer with an error's status is not charged for; one that did not arrive may be.
        expect((caught as ProviderError).mayBeBilled).toBe(wanted.status === undefined);
        expect((caught as ProviderError).message).toMatch(/^[^\n]{20,400}$/);
        expect(inspect(caught, { depth: 10, showHidden: true })).not.toContain("very-secret");
        // A busy machine may not send the request within the time limit.
        expect(isLate ? [0, 1] : [1]).toContain(server.seen.length);
      },
    );

    it("says what the vendor said of a bad request", async () => {
      const { server, provider } = await start();
      server.script({
        status: 400,
        type: "invalid_request_error",
        message: "temperature: not permitted",
      });
      await expect(provider.complete(request)).rejects.toThrow("temperature: not permitted");
    });

    it("says that nobody listens where nobody does", async () => {
      const { provider } = await start({ baseURL: "http://127.0.0.1:2" });
      const caught: unknown = await provider.complete(request).catch((thrown: unknown) => thrown);
      expect(caught).toMatchObject({ kind: "connection", retryable: true, mayBeBilled: false });
    });

    it("stops at once, with the signal's own reason, when aborted in flight", async () => {
      const { server, provider } = await start();
      server.script({ fault: "hang" });
      const controller = new AbortController();
      const reply = provider.complete(request, { signal: controller.signal });
      const reason = new Error("stopped by the user");
      await expect.poll(() => server.seen.length).toBeGreaterThan(0);
      controller.abort(reason);
      await expect(reply).rejects.toBe(reason);
    });

    it("goes on answering after an error", async () => {
      const { server, provider } = await start();
      server.script({ fault: "drop" }, { fault: "garbled" });
      await expect(provider.complete(request)).rejects.toThrow(ProviderError);
      await expect(provider.complete(request)).rejects.toThrow(ProviderError);
      expect((await provider.complete(request)).stop).toBe("end");
    });

    it("holds no key where it can be printed or stored", async () => {
      const { provider } = await start();
      expect(inspect(provider, { depth: 10, showHidden: true })).not.toContain("very-secret");
      expect(JSON.stringify(provider)).not.toContain("very-secret");
    });
  });
}
