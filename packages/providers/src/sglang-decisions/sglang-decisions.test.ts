import { expect, it } from "vitest";
import { decisionConformance } from "../testing/decision-conformance.test.support.ts";
import { sglangDecisions } from "./sglang-decisions.ts";

decisionConformance("sglangDecisions", {
  path: "/v1/decisions",
  most: 26,
  make: sglangDecisions,
});

it("keeps the mass on the labels, and gives the probability of yes", async () => {
  const json = {
    model: "m",
    answers: { answer: { probabilities: { yes: 0.25, no: 0.75 }, choice: "no", label_mass: 0.5 } },
    usage: { prompt_tokens: 40, completion_tokens: 0, total_tokens: 40 },
  };
  const provider = sglangDecisions({
    model: "m",
    baseURL: "http://h/v1",
    fetch: async () => Response.json(json),
  });
  const decision = { instructions: "It is A." };
  const reply = await provider.complete({ prompt: "s", sample: 0, decision });
  expect(reply).toMatchObject({
    text: '{"probability":0.25,"labelMass":0.5}',
    usage: { inputTokens: 40, outputTokens: 0 },
  });
});
