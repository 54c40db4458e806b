import { describe, expect, it } from "vitest";
import { openaiCompatible } from "@promptnce/providers/openai";
import { mockServer } from "@promptnce/rehearsal/testing/mock-server";
import { chatCompletions } from "@promptnce/rehearsal/wire";
import { cached } from "../links/cached.ts";
import { memory } from "../testing/counting-provider.test.support.ts";

const grammar = { type: "object", properties: { p: { type: "number" } } };
const request = { prompt: "p", sample: 0, grammar };
const held = { response_format: { type: "json_schema" } };

async function start() {
  const server = await mockServer(chatCompletions);
  return { server, provider: openaiCompatible({ model: "m", baseURL: server.baseURL }) };
}

describe("a server that holds decoding", () => {
  it.each([
    [400, "This model does not support response format `json_schema`."],
    [422, "body.response_format.type: Input should be 'text' or 'json_object'"],
    [400, "failed to parse grammar"],
  ])(
    "is asked without where it takes none (%d, %s), under a key that says so",
    async (status, message) => {
      const { server, provider } = await start();
      const store = memory();
      const leftOut: unknown[] = [];
      const asking = cached(provider, store, {
        onLeftOut: (name, value) => leftOut.push(name, value),
      });
      server.script({ status, type: "invalid_request_error", message });
      expect((await asking.complete(request)).stop).toBe("end");
      expect(server.seen[1]?.body).not.toHaveProperty("response_format");
      expect(leftOut).toEqual(["response_format", { type: "json_schema" }]);
      const [entry] = store.kept.values();
      expect(entry).toMatchObject({ settings: {}, leftOut: held });
      expect(entry?.schema).toBeUndefined();
      expect((await asking.complete(request)).stored).toBe(true);
    },
  );

  it.each([
    [400, "failed to parse grammar"],
    [400, "tools.0.custom.input_schema.properties: Property keys should match pattern '^[a-z]$'"],
    [400, "The specified schema produces a constraint that has too many states for serving."],
    [400, "The compiled grammar is too large, which would cause performance issues."],
    [400, "Request failed: outlines could not compile the regex"],
    [422, "guided_json: Unsupported keyword"],
    [500, 'Grammar error: Unimplemented keys: ["propertyNames"].'],
  ])(
    "is asked again without one grammar that it cannot take where it has taken another (%d, %s)",
    async (status, message) => {
      const { server, provider } = await start();
      const store = memory();
      const asking = cached(provider, store);
      await asking.complete(request);
      server.script({ status, type: "invalid_request_error", message });
      const another = { ...request, prompt: "another" };
      expect(await asking.complete(another)).toMatchObject({ stop: "end", unconstrained: true });
      expect(
        server.seen.map(({ body }) => Object.hasOwn(body as object, "response_format")),
      ).toEqual([true, true, false]);
      expect(asking.settings).toEqual(held);
      expect(await cached(provider, store).complete(another)).toMatchObject({
        stored: true,
        unconstrained: true,
      });
    },
  );

  it("is asked without it also where a stored reply has fixed the settings", async () => {
    const { server, provider } = await start();
    const store = memory();
    await cached(provider, store).complete(request);
    const { provider: later } = {
      provider: openaiCompatible({ model: "m", baseURL: server.baseURL }),
    };
    const asking = cached(later, store);
    expect(await asking.complete(request)).toMatchObject({ stored: true });
    server.script(
      { status: 400, type: "invalid_request_error", message: "failed to parse grammar" },
      { status: 400, type: "invalid_request_error", message: "failed to parse grammar" },
    );
    const another = { ...request, prompt: "another" };
    expect(await asking.complete(another)).toMatchObject({ stop: "end", unconstrained: true });
    expect(asking.settings).toEqual(held);
  });

  it("has replies kept with the grammar, under a key of it", async () => {
    const { provider } = await start();
    const store = memory();
    const asking = cached(provider, store);
    await asking.complete(request);
    await asking.complete({ ...request, grammar: { type: "object" } });
    expect([...store.kept.values()].map(({ schema }) => schema)).toEqual([
      grammar,
      { type: "object" },
    ]);
  });
});
