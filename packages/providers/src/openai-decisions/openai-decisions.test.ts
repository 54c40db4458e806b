import { expect, it, vi } from "vitest";
import { decisionConformance } from "../testing/decision-conformance.test.support.ts";
import { openaiDecisions } from "./openai-decisions.ts";

vi.stubEnv("OPENAI_API_KEY", "sk-from-the-environment");

decisionConformance("openaiDecisions", {
  path: "/v1/decisions",
  most: 255,
  make: (options) => openaiDecisions(options),
});

const decision = {
  instructions: "Which?",
  options: [
    { id: "c1", description: "true" },
    { id: "c2", description: "false" },
  ],
};

/** A provider of OpenAI's own, whose answer is this. */
function answering(json: unknown) {
  const asked: Request[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    asked.push(new Request(input, init));
    return Response.json(json);
  };
  return { provider: openaiDecisions({ model: "gpt-6-luna", fetch }), asked };
}

it("asks OpenAI through its own SDK, with its key, and counts what was cached", async () => {
  const { provider, asked } = answering({
    answers: [
      {
        type: "choice",
        name: null,
        choice: "c2",
        confidence: 0.5,
        probabilities: [
          { value: "c2", probability: 0.33 },
          { value: "c1", probability: 0.66 },
        ],
      },
    ],
    model: "gpt-6-luna-2026-10-22",
    usage: {
      input_tokens: 900,
      input_tokens_details: { cached_tokens: 800, cache_write_tokens: 0 },
      output_tokens: 0,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 900,
    },
  });
  expect(provider.name).toBe("decisions");
  const reply = await provider.complete({ prompt: "state", sample: 0, decision });
  expect(JSON.parse(reply.text)).toEqual({
    probabilities: [
      { id: "c2", probability: 0.33 },
      { id: "c1", probability: 0.66 },
    ],
    choice: "c2",
    confidence: 0.5,
  });
  expect(reply).toMatchObject({
    usage: { inputTokens: 900, outputTokens: 0, cachedTokens: 800 },
    served: { model: "gpt-6-luna-2026-10-22" },
  });
  expect(asked[0]?.url).toBe("https://api.openai.com/v1/decisions");
  expect(asked[0]?.headers.get("authorization")).toBe("Bearer sk-from-the-environment");
  expect(await asked[0]?.json()).toEqual({
    model: "gpt-6-luna",
    input: "state",
    questions: [
      {
        type: "choice",
        name: "answer",
        instructions: "Which?",
        choices: [
          { value: "c1", description: "true" },
          { value: "c2", description: "false" },
        ],
      },
    ],
  });
});

it("never takes a boolean for an option that is spelled so", async () => {
  const probabilities = [true, "true"].map((value) => ({ value, probability: 0.5 }));
  const { provider } = answering({
    answers: [{ type: "choice", name: null, choice: true, confidence: 0, probabilities }],
    model: "m",
  });
  const { text } = await provider.complete({ prompt: "s", sample: 0, decision });
  expect(JSON.parse(text)).toMatchObject({
    choice: "(boolean true)",
    probabilities: [{ id: "(boolean true)" }, { id: "true" }],
  });
});

it("is refused by other text interfaces, and takes fewer options where the host does", () => {
  const fireworks = { model: "m", baseURL: "https://api.fireworks.ai/inference/v1" };
  expect(openaiDecisions(fireworks)).toMatchObject({ name: "decisions-compatible", decides: 208 });
});
