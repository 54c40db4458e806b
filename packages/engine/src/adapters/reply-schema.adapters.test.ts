import type { Provider } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { fromAiSdk } from "@promptnce/providers/ai-sdk";
import { anthropic } from "@promptnce/providers/anthropic";
import { cached } from "../links/cached.ts";
import { openai, openaiCompatible } from "@promptnce/providers/openai";
import { memory } from "../testing/counting-provider.test.support.ts";
import { mockServer } from "@promptnce/rehearsal/testing/mock-server";
import { chatCompletions, messages, responses } from "@promptnce/rehearsal/wire";

const schema = {
  type: "object",
  properties: { c1: { type: "number" }, other: { type: "number" } },
  required: ["c1", "other"],
  additionalProperties: false,
};
const strict = { name: "answer", strict: true, schema };
const plain = { prompt: "p", sample: 0 };
const request = { ...plain, schema };
const base = { model: "m", apiKey: "k" };

const vendors = [
  {
    title: "anthropic",
    wire: messages,
    make: anthropic,
    sent: { output_config: { format: { type: "json_schema", schema } } },
    beside: { output_config: { effort: "low" } },
    merged: { output_config: { effort: "low", format: { type: "json_schema", schema } } },
    fixed: { output_config: { format: { type: "json_schema", schema: {} } } },
    field: "output_config.format",
    rejects: "output_config.format: Extra inputs are not permitted",
  },
  {
    title: "openai",
    wire: responses,
    make: openai,
    sent: { text: { format: { type: "json_schema", ...strict } } },
    beside: { text: { verbosity: "low" } },
    merged: { text: { verbosity: "low", format: { type: "json_schema", ...strict } } },
    fixed: { text: { format: { type: "json_object" } } },
    field: "text.format",
    rejects:
      "Invalid parameter: 'text.format' of type 'json_schema' is not supported with this model.",
  },
  {
    title: "openaiCompatible",
    wire: chatCompletions,
    make: openaiCompatible,
    sent: { response_format: { type: "json_schema", json_schema: strict } },
    beside: { seed: 1 },
    merged: { seed: 1, response_format: { type: "json_schema", json_schema: strict } },
    fixed: { response_format: { type: "json_object" } },
    field: "response_format",
    rejects: "response_format is not supported by this server",
  },
] as const;

describe.each(vendors)("$title, of a request with a schema", (vendor) => {
  const start = async (settings: Provider["settings"] = {}) => {
    const server = await mockServer(vendor.wire);
    return { server, provider: vendor.make({ ...base, baseURL: server.baseURL, settings }) };
  };

  it("sends the schema as the vendor wants it, beside the settings, and none without", async () => {
    const { server, provider } = await start(vendor.beside);
    await provider.complete(request);
    await provider.complete(plain);
    expect(server.seen[0]?.body).toMatchObject(vendor.merged);
    expect(server.seen[1]?.body).toMatchObject(vendor.beside);
    expect(JSON.stringify(server.seen[1]?.body)).not.toContain("schema");
    const { server: bare, provider: asked } = await start();
    await asked.complete(request);
    expect(bare.seen[0]?.body).toMatchObject(vendor.sent);
  });

  it("says what to do where the vendor rejects it, and does not ask without it", async () => {
    const { server, provider } = await start();
    server.script({ status: 400, type: "invalid_request_error", message: vendor.rejects });
    const { failure } = await cached(provider, memory()).complete(request);
    expect(failure?.message).toContain(
      "(The request carries the JSON Schema of structured mode: where the model or server takes none, ask in faithful mode.)",
    );
    expect(server.seen).toHaveLength(1);
  });

  it("leaves other rejections as they are", async () => {
    const { server, provider } = await start();
    server.script({ status: 404, type: "not_found_error", message: "model: no-such" });
    await expect(provider.complete(request)).rejects.not.toThrow("faithful mode");
  });

  it("refuses settings that fix the form of the reply already", async () => {
    const { server, provider } = await start(vendor.fixed);
    await expect(provider.complete(request)).rejects.toThrow(
      `settings: ${vendor.field} and the schema of structured mode exclude each other; leave it out`,
    );
    expect(server.seen).toEqual([]);
    expect((await provider.complete(plain)).stop).toBe("end");
  });
});

describe("fromAiSdk, of a request with a schema", () => {
  const result = { content: [{ type: "text", text: "{}" }], finishReason: "stop" };
  const model = (warnings: unknown[], seen: unknown[]) =>
    fromAiSdk({
      specificationVersion: "v3",
      provider: "test",
      modelId: "m",
      doGenerate: async (call) => {
        seen.push(call);
        return { ...result, warnings };
      },
    });

  it("sends it as the format of the response", async () => {
    const seen: unknown[] = [];
    await model([], seen).complete(request);
    expect(seen).toMatchObject([{ responseFormat: { type: "json", name: "answer", schema } }]);
  });

  it("takes no reply that was not held to it", async () => {
    const warning = { type: "unsupported", feature: "responseFormat" };
    await expect(model([warning], []).complete(request)).rejects.toThrow(
      "The AI SDK's test does not restrict replies to a JSON Schema for this model. (The request carries",
    );
  });
});

describe("cached, of a request with a schema", () => {
  it("keeps the schema, and takes another or none for another request", async () => {
    const store = memory();
    let calls = 0;
    const provider: Provider = {
      name: "test",
      model: "m",
      settings: {},
      complete: async () => ({ text: `${calls++}`, stop: "end" }),
    };
    const asking = cached(provider, store);
    for (const one of [request, plain, { ...plain, schema: { type: "object" } }]) {
      await asking.complete(one);
    }
    expect(calls).toBe(3);
    expect((await asking.complete(request)).stored).toBe(true);
    expect([...store.kept.values()].map((entry) => entry.schema)).toEqual([
      schema,
      undefined,
      { type: "object" },
    ]);
  });
});
