import { expect, it } from "vitest";
import { findTemplate } from "@promptnce/prompts";
import type { ServeOptions } from "./serve-options.ts";
import { serverOptions } from "./server-options.ts";

const plain: ServeOptions = { port: 0, latency: 0, failures: 0 };

it("leaves to the server what is not given", async () => {
  const { respondent, ...made } = await serverOptions(plain);
  expect(made).toEqual({
    port: 0,
    latencyMs: 0,
    faults: { "429": 0, "500": 0, "529": 0, cut: 0, malformed: 0 },
    seed: "1",
  });
  expect(respondent).toMatchObject({ name: "simulated", model: "model-like" });
});

it("passes what is given to the server, including a rate limit of 0", async () => {
  const made = await serverOptions({ ...plain, rateLimit: 0, latency: [20, 80] });
  expect(made).toMatchObject({ rateLimit: 0, latencyMs: [20, 80] });
});

it("splits the share of failures equally between the kinds", async () => {
  const { faults = {} } = await serverOptions({ ...plain, failures: 0.5 });
  expect(faults).toEqual({ "429": 0.1, "500": 0.1, "529": 0.1, cut: 0.1, malformed: 0.1 });
});

it("the respondent knows the synthetic worlds", async () => {
  const { respondent } = await serverOptions(plain);
  const question = { kind: "marginal", task: "chaosnli", y: "neutral", sample: 0 } as const;
  const prompt = findTemplate(question).render(question);
  expect((await respondent.complete({ prompt, sample: 0 })).stop).toBe("end");
});

it("answers the paper's tasks from their synthetic worlds, without a task file", async () => {
  const { respondent } = await serverOptions({ ...plain, task: "words" });
  const question = { kind: "marginal", task: "words", y: "PUSH", sample: 0 } as const;
  const prompt = findTemplate(question).render(question);
  expect((await respondent.complete({ prompt, sample: 0 })).stop).toBe("end");
});
