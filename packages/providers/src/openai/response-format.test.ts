import { describe, expect, it } from "vitest";
import { mockServer } from "@promptnce/rehearsal/testing/mock-server";
import { chatCompletions } from "@promptnce/rehearsal/wire";
import { openaiCompatible, type OpenAICompatibleOptions } from "./openai.ts";

describe("a server that holds decoding", () => {
  const grammar = { type: "object", properties: { p: { type: "number" } } };
  const request = { prompt: "p", sample: 0, grammar };
  const json_schema = { name: "answer", strict: true, schema: grammar };
  const held = { response_format: { type: "json_schema" } };
  const start = async (options: Partial<OpenAICompatibleOptions> = {}) => {
    const server = await mockServer(chatCompletions);
    return {
      server,
      provider: openaiCompatible({ model: "m", baseURL: server.baseURL, ...options }),
    };
  };

  it("is sent the request's own grammar, and none with a request that has none; the settings say so", async () => {
    const { server, provider } = await start();
    expect(provider.settings).toEqual(held);
    await provider.complete(request);
    await provider.complete({ prompt: "p", sample: 0 });
    expect(server.seen[0]?.body).toMatchObject({
      response_format: { type: "json_schema", json_schema },
    });
    expect(server.seen[1]?.body).not.toHaveProperty("response_format");
  });

  it("is sent a grammar with bounds in the place of structured mode's schema", async () => {
    const { server, provider } = await start();
    await provider.complete({ ...request, schema: { type: "object" } });
    expect(server.seen[0]?.body).toMatchObject({ response_format: { json_schema } });
  });

  it.each([
    [{ grammar: "json" }, { response_format: { type: "json_object" } }],
    [{ grammar: "off" }, {}],
    [{ settings: { response_format: { type: "text" } } }, { response_format: { type: "text" } }],
  ] as const)("holds to what it is told to with %j", async (options, settings) => {
    const { server, provider } = await start(options);
    expect(provider.settings).toEqual(settings);
    await provider.complete(request);
    const {
      model: _,
      messages: __,
      ...sent
    } = { ...(server.seen[0]?.body as object) } as Record<string, unknown>;
    expect(sent).toEqual(settings);
  });

  it("is not told so twice", async () => {
    const options = { grammar: "schema", settings: { response_format: { type: "text" } } } as const;
    await expect(start(options)).rejects.toThrow(
      "settings: response_format and `grammar` exclude each other",
    );
  });
});
