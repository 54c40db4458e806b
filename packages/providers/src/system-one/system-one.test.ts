import { afterEach, expect, it, vi } from "vitest";
import { decisionConformance } from "../testing/decision-conformance.test.support.ts";
import { systemOne } from "./system-one.ts";

decisionConformance("systemOne", { path: "/v1/systemone", most: 255, make: systemOne });

afterEach(() => void vi.unstubAllEnvs());

const decision = {
  instructions: "Which?",
  options: [
    { id: "c1", description: "A" },
    { id: "c2", description: "B" },
  ],
};

function answering(json: unknown) {
  const asked: Request[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    asked.push(new Request(input, init));
    return Response.json(json);
  };
  return { fetch, asked };
}

it("asks TypeSafe with its own key, which is looked up where none is given", async () => {
  vi.stubEnv("TYPESAFE_API_KEY", "ts-from-the-environment");
  const { fetch, asked } = answering({
    model: "jev-1.14.0",
    answers: { answer: { type: "noul", noul: 0.07 } },
    usage: { input_tokens: 90 },
  });
  const provider = systemOne({ model: "jev-1.14.0", fetch });
  expect(provider).toMatchObject({ name: "systemone", decides: 255 });
  const predicate = { instructions: "It is A." };
  const reply = await provider.complete({ prompt: "state", sample: 0, decision: predicate });
  expect(reply).toMatchObject({
    text: '{"probability":0.07}',
    usage: { inputTokens: 90, outputTokens: 0 },
  });
  expect(asked[0]?.url).toBe("https://api.typesafe.ai/v1/systemone");
  expect(asked[0]?.headers.get("authorization")).toBe("Bearer ts-from-the-environment");
  vi.stubEnv("TYPESAFE_API_KEY", "");
  expect(() => systemOne({ model: "jev-1.14.0" })).toThrow("set TYPESAFE_API_KEY");
});

it.each([
  ["http://h/v1", "http://h/v1/systemone"],
  ["http://h/v1/", "http://h/v1/systemone"],
  ["http://h/api/systemone", "http://h/api/systemone"],
  // As OpenRouter and Vercel name it.
  ["http://h/api/alpha/decisions", "http://h/api/alpha/decisions"],
  ["http://h/v1/evaluate/", "http://h/v1/evaluate"],
])("posts to System One below %s", async (baseURL, posted) => {
  const { fetch, asked } = answering({ model: "m", answers: {} });
  await systemOne({ model: "m", baseURL, fetch }).complete({ prompt: "s", sample: 0, decision });
  expect(asked[0]?.url).toBe(posted);
});

it.each([
  ["SGLang", { x_label_mass: 0.75 }],
  ["vLLM", { diagnostics: { label_mass: 0.75, argmax_is_label: true } }],
])("keeps the mass on the labels as %s reports it", async (_, more) => {
  const probabilities = { c1: 0.6, c2: 0.4 };
  const { fetch } = answering({
    model: "m",
    answers: { answer: { type: "choice", choice: "c1", probabilities, ...more } },
  });
  const provider = systemOne({ model: "m", baseURL: "http://h/v1", fetch });
  const { text } = await provider.complete({ prompt: "s", sample: 0, decision });
  expect(JSON.parse(text)).toMatchObject({ labelMass: 0.75, choice: "c1" });
});
