import type { Provider } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { anthropic } from "@promptnce/providers/anthropic";
import { openai, openaiCompatible } from "@promptnce/providers/openai";
import { cached } from "../links/cached.ts";
import { memory } from "../testing/counting-provider.test.support.ts";
import { mockServer } from "@promptnce/rehearsal/testing/mock-server";
import { chatCompletions, messages, responses, type Wire } from "@promptnce/rehearsal/wire";
import type { VendorOptions } from "@promptnce/providers";

type Make = (options: VendorOptions & { readonly baseURL: string }) => Provider;
type Settings = Provider["settings"];

describe.each<[string, Make, Wire, Settings, Settings, Settings]>([
  [
    "openai",
    openai,
    responses,
    { reasoning: { summary: "auto" } },
    { reasoning: { summary: "auto", effort: "low" } },
    { reasoning: { summary: "auto", effort: "none" } },
  ],
  [
    "openaiCompatible",
    openaiCompatible,
    chatCompletions,
    {},
    { reasoning_effort: "low" },
    { reasoning_effort: "none" },
  ],
  [
    "anthropic",
    anthropic,
    messages,
    {},
    { output_config: { effort: "low" } },
    { thinking: { type: "disabled" } },
  ],
])("the effort, of %s", (_, make, wire, settings, low, none) => {
  it.each([
    ["low", low],
    ["none", none],
  ])(
    "%s is sent in the vendor's own way, beside other settings, and recorded as one",
    async (effort, wanted) => {
      const { baseURL, seen } = await mockServer(wire);
      const provider = make({ model: "m", apiKey: "k", baseURL, settings, effort });
      await provider.complete({ prompt: "p", sample: 0 });
      expect(seen[0]?.body).toMatchObject(wanted);
      expect(provider.settings).toMatchObject(wanted);
      // The same as if it had been given by hand: one request, one reply.
      expect(provider.settings).toEqual(
        make({ model: "m", apiKey: "k", baseURL, settings: wanted }).settings,
      );
    },
  );

  it.each([
    ["low", low],
    ["none", none],
  ])("%s is refused beside a setting that says it already", (effort, given) => {
    const twice = () =>
      make({ model: "m", apiKey: "k", baseURL: "http://127.0.0.1:2", settings: given, effort });
    expect(twice).toThrow(/^settings: [\w.]+ and `effort` exclude each other; leave one out$/);
  });
});

describe("a model of Anthropic's that knows no effort", () => {
  const rejection = {
    status: 400,
    type: "invalid_request_error",
    message: "This model does not support the effort parameter.",
  };
  const options = { model: "m", apiKey: "k", maxTokens: 9, effort: "low" };

  it("is asked without it, which the record says, and held to a schema as before", async () => {
    const server = await mockServer(messages);
    server.script(rejection);
    const store = memory();
    const provider = cached(anthropic({ ...options, baseURL: server.baseURL }), store);
    await provider.complete({ prompt: "p", sample: 0, schema: { type: "object" } });
    expect(server.seen.at(-1)?.body).toMatchObject({
      output_config: { format: { type: "json_schema" } },
    });
    const leftOut = { output_config: { effort: "low" } };
    expect([...store.kept.values()]).toMatchObject([{ settings: { max_tokens: 9 }, leftOut }]);
  });

  it("is not asked without the form of its answer, where that was asked for by hand", async () => {
    const server = await mockServer(messages);
    server.script(rejection);
    const settings = { output_config: { format: { type: "json_schema", schema: {} } } };
    const provider = cached(anthropic({ ...options, settings, baseURL: server.baseURL }), memory());
    await expect(provider.complete({ prompt: "p", sample: 0 })).rejects.toThrow(
      "does not support the effort",
    );
    expect(server.seen).toHaveLength(1);
  });
});
