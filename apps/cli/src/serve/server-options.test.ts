import { expect, it } from "vitest";
import { findTemplate } from "@promptnce/prompts";
import type { ServeOptions } from "./serve-options.ts";
import { serverOptions } from "./server-options.ts";

const plain: ServeOptions = {
  port: 0,
  data: "./data",
  profile: "truthful",
  seed: "1",
  latency: 0,
  fault: {},
  batchErrored: 0,
  batchExpired: 0.25,
  batchAfter: 9,
};

it("what was not given is left to the server", async () => {
  const { respondent, ...made } = await serverOptions(plain);
  expect(made).toEqual({
    port: 0,
    latencyMs: 0,
    faults: {},
    seed: "1",
    batches: { errored: 0, expired: 0.25, afterMs: 9 },
  });
  expect(respondent).toMatchObject({ name: "simulated", model: "truthful" });
});

it("what was given goes to the server, a rate limit of 0 and an empty list too", async () => {
  const given = { rateLimit: 0, retryAfter: 0, reject: [], served: ["m-1"], vary: true } as const;
  expect(await serverOptions({ ...plain, ...given })).toMatchObject({
    rateLimit: 0,
    retryAfter: 0,
    rejects: [],
    served: ["m-1"],
    vary: true,
  });
});

it("the respondent knows the world that is named, and no other", async () => {
  const prompt = findTemplate({ kind: "marginal", task: "words", y: "x", sample: 0 }).render({
    kind: "marginal",
    task: "words",
    y: "x",
    sample: 0,
  });
  const known = await serverOptions({ ...plain, dataset: "synthetic-words" });
  expect((await known.respondent.complete({ prompt, sample: 0 })).stop).toBe("end");
  const other = await serverOptions({ ...plain, dataset: "synthetic-chaosnli" });
  await expect(other.respondent.complete({ prompt, sample: 0 })).rejects.toThrow(/words/);
});
