import { describe, expect, it } from "vitest";
import { type AiSdkModel, type AiSdkOptions, fromAiSdk } from "./ai-sdk.ts";
import { ProviderError } from "@promptnce/core/errors";
import { providerConformance } from "../testing/provider-conformance.test.support.ts";

const prompt = "Hello?";
const request = { prompt, sample: 0 };
const usage = { inputTokens: { total: 13 }, outputTokens: { total: 7 } };
const result = {
  content: [{ type: "text", text: "yes" }],
  finishReason: { unified: "stop", raw: "end_turn" },
  usage,
  warnings: [],
};

type Call = Parameters<AiSdkModel["doGenerate"]>[0];

/** A model that does as it is told and keeps what it was called with. */
function model(
  generate: (call: Call) => unknown = () => result,
  specificationVersion = "v4",
): AiSdkModel & { readonly calls: Call[] } {
  const calls: Call[] = [];
  return {
    specificationVersion,
    provider: "test.chat",
    modelId: "test-1",
    calls,
    doGenerate: async (call) => {
      calls.push(call);
      return generate(call);
    },
  };
}

function named(name: string, message: string, more: object = {}): Error {
  return Object.assign(new Error(message), { name, ...more });
}

async function failure(error: unknown, options: AiSdkOptions = {}): Promise<unknown> {
  const failing = model(() => {
    throw error;
  });
  return fromAiSdk(failing, options)
    .complete(request)
    .catch((thrown: unknown) => thrown);
}

providerConformance("fromAiSdk", () => ({ provider: fromAiSdk(model()), prompt }));

describe("fromAiSdk", () => {
  it("sends one user turn and the settings, and is named as the model or as told", async () => {
    const asked = model();
    const settings = { temperature: 0, providerOptions: { test: { effort: "low" } } };
    const provider = fromAiSdk(asked, { settings });
    expect(provider).toMatchObject({ name: "test.chat", model: "test-1", settings });
    expect(fromAiSdk(asked, { name: "mine" }).name).toBe("mine");
    await provider.complete(request);
    const { abortSignal, ...call } = asked.calls[0] as Call;
    expect(abortSignal).toBeInstanceOf(AbortSignal);
    const content = [{ type: "text", text: prompt }];
    expect(call).toEqual({ ...settings, prompt: [{ role: "user", content }] });
  });

  it("reads what the specifications 3 and 4 give: texts joined, reasoning left out, sums of tokens, the id", async () => {
    const content = [
      { type: "reasoning", text: "Hm." },
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ];
    const asked = model(() => ({ ...result, content, response: { id: "r1", headers: {} } }), "v3");
    expect(await fromAiSdk(asked).complete(request)).toEqual({
      text: "ab",
      stop: "end",
      usage: { inputTokens: 13, outputTokens: 7 },
      id: "r1",
    });
  });

  it("reads what specification 2 gives: a reason as text, tokens as numbers", async () => {
    const two = { ...result, finishReason: "length", usage: { inputTokens: 1, outputTokens: 2 } };
    expect(await fromAiSdk(model(() => two, "v2")).complete(request)).toEqual({
      text: "yes",
      stop: "length",
      usage: { inputTokens: 1, outputTokens: 2 },
    });
  });

  it("tells who answered, and what of the tokens was cached and thought, in any specification", async () => {
    const usage = {
      inputTokens: { total: 13, cacheRead: 4 },
      outputTokens: { total: "7", reasoning: 5 },
    };
    const three = model(() => ({ ...result, usage, response: { modelId: "test-1-0601" } }));
    const whole = { inputTokens: 13, outputTokens: 7, cachedTokens: 4, reasoningTokens: 5 };
    expect(await fromAiSdk(three).complete(request)).toMatchObject({
      usage: whole,
      served: { model: "test-1-0601" },
    });
    const two = {
      ...result,
      usage: { inputTokens: 13, outputTokens: 7, cachedInputTokens: 4, reasoningTokens: 5 },
    };
    expect((await fromAiSdk(model(() => two, "v2")).complete(request)).usage).toEqual(whole);
  });

  it("uses a reply whose text is one and whose warnings and headers are none", async () => {
    const odd = { content: "yes", warnings: 7, usage: null, response: { headers: [7] } };
    expect(await fromAiSdk(model(() => odd)).complete(request)).toEqual({
      text: "yes",
      stop: "other",
    });
  });

  it.each([
    ["stop", "end"],
    ["length", "length"],
    ["content-filter", "refusal"],
    ["tool-calls", "other"],
    ["something new", "other"],
  ])("maps the finish reason %s to %s", async (unified, stop) => {
    const asked = model(() => ({ ...result, finishReason: { unified, raw: undefined } }));
    expect((await fromAiSdk(asked).complete(request)).stop).toBe(stop);
  });

  it.each([
    [{ finishReason: "error" }, "status 200: error"],
    [{ finishReason: { unified: "error", raw: "network_error" } }, "status 200: error"],
    [
      { finishReason: { unified: "other", raw: "insufficient_system_resource" } },
      "status 200: insufficient_system_resource",
    ],
    [
      {
        finishReason: { unified: "error", raw: "error" },
        response: { body: { choices: [{ error: { message: "Upstream is down." } }] } },
      },
      "status 200: Upstream is down.",
    ],
  ])(
    "fails, and may be asked again, where the vendor failed inside its answer: %j",
    async (more, said) => {
      const failed = fromAiSdk(model(() => ({ ...result, ...more }))).complete(request);
      await expect(failed).rejects.toMatchObject({ kind: "server", retryable: true });
      await expect(failed).rejects.toThrow(said);
    },
  );

  it("says that all tokens went into reasoning where that alone came", async () => {
    const content = [{ type: "reasoning", text: "Well, " }];
    const asked = model(() => ({ ...result, content }));
    expect((await fromAiSdk(asked).complete(request)).usage).toMatchObject({ reasoningTokens: 7 });
  });

  it("gives no usage where the model counts only one side", async () => {
    const half = { inputTokens: { total: 13 }, outputTokens: { total: undefined } };
    const reply = await fromAiSdk(model(() => ({ ...result, usage: half }))).complete(request);
    expect(reply).not.toHaveProperty("usage");
  });

  it.each([
    ["2", { type: "unsupported-setting", setting: "topP" }],
    ["4", { type: "unsupported", feature: "topP", details: "not for this model" }],
  ])(
    "takes no reply for one with a setting that specification %s says was not sent",
    async (_, warning) => {
      const settings = { topP: 0.5, seed: 1 };
      const asked = model((call) => ({ ...result, warnings: "topP" in call ? [warning] : [] }));
      const provider = fromAiSdk(asked, { settings });
      await expect(provider.complete(request)).rejects.toMatchObject({
        message:
          "The AI SDK's test.chat does not take the setting topP for this model and did not send it: leave it out of settings.",
        kind: "request",
        parameter: "topP",
      });
    },
  );

  it("does not mind warnings of what was not given", async () => {
    const warnings = [
      { type: "unsupported", feature: "topK" },
      { type: "other", message: "m" },
    ];
    const asked = model(() => ({ ...result, warnings }));
    expect((await fromAiSdk(asked, { settings: { topP: 1 } }).complete(request)).text).toBe("yes");
  });

  it("finds the given setting in a rejection that names it as the vendor does", async () => {
    const error = named("AI_APICallError", "Unsupported parameter: 'top_p'", {
      statusCode: 400,
      responseBody: '{"error": {"message": "Unsupported parameter: \'top_p\'", "param": "top_p"}}',
    });
    expect(await failure(error, { settings: { topP: 0.5 } })).toMatchObject({ parameter: "topP" });
  });

  it.each([
    ["AI_LoadAPIKeyError", "OpenAI API key is missing.", { kind: "auth", retryable: false }],
    ["AI_NoSuchModelError", "No such model: m", { kind: "model", retryable: false }],
    ["AI_JSONParseError", "JSON parsing failed: Text: x", { kind: "response", retryable: true }],
    [
      "AI_APICallError",
      "Cannot connect to API: ECONNREFUSED",
      { kind: "connection", retryable: true },
    ],
  ])("turns %s into one sentence", async (name, message, wanted) => {
    const error = await failure(named(name, message));
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject(wanted);
    expect((error as Error).message).toMatch(/^The AI SDK's test.chat [^\n]{20,300}$/);
  });

  it("keeps what came with status 200 in another format, or says the error that it states", async () => {
    const answer = (responseBody: string) =>
      named("AI_APICallError", "m", { statusCode: 200, responseBody });
    const odd = '{"choices":7}';
    expect(await failure(answer(odd))).toMatchObject({
      kind: "response",
      mayBeBilled: true,
      body: odd,
    });
    expect(await failure(answer('{"error": "No such path."}'))).toMatchObject({
      message:
        "The AI SDK's test.chat answered with an error, though with status 200: No such path.",
      mayBeBilled: false,
    });
    const unknown = fromAiSdk(
      model(() => ({ text: "yes", response: { headers: { cookie: "c" } } })),
    );
    await expect(unknown.complete(request)).rejects.toMatchObject({
      body: '{"text":"yes","response":{"headers":null}}',
    });
  });

  it("leaves a mistake in a program what it is", async () => {
    const mistake = new RangeError("mine");
    expect(await failure(mistake)).toBe(mistake);
  });

  it("says what is wrong with a result that no specification knows", async () => {
    const asked = model(() => ({ text: "yes" }));
    await expect(fromAiSdk(asked).complete(request)).rejects.toMatchObject({ kind: "response" });
  });

  it("ends a call at its time limit, and at the caller's abort, though the model heeds neither", async () => {
    const never = (): Promise<never> => new Promise(() => {});
    const late = fromAiSdk(model(never), { timeoutMs: 30 }).complete(request);
    await expect(late).rejects.toMatchObject({ kind: "timeout", retryable: true });
    const controller = new AbortController();
    const { signal } = controller;
    const aborted = fromAiSdk(model(never)).complete(request, { signal });
    const reason = new Error("stopped by the user");
    setImmediate(() => controller.abort(reason));
    await expect(aborted).rejects.toBe(reason);
  });

  it.each(["prompt", "headers", "tools", "abortSignal"])("refuses the setting %s", (name) => {
    expect(() => fromAiSdk(model(), { settings: { [name]: {} } })).toThrow(
      `settings: ${name} is sent by the adapter itself`,
    );
  });

  it("says what it takes where it is given a name or a model of another specification", () => {
    expect(() => fromAiSdk("openai/gpt" as never)).toThrow(
      'such as openai("NAME") of @ai-sdk/openai, and not "openai/gpt".',
    );
    expect(() => fromAiSdk(model(undefined, "v1"))).toThrow(
      "The model speaks v1 of the AI SDK's specification; v2, v3, v4 are known here",
    );
  });
});
