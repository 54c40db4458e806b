import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Provider } from "@promptnce/core";
import { readJournal } from "@promptnce/engine/journal";
import { ProviderError } from "@promptnce/core/errors";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it } from "vitest";
import { estimator } from "./estimator.ts";
import { supportExamples, supportModel, supportTask } from "./support-task.test.support.ts";

const message = "You charged my card twice.";
const nats = Math.log(0.9 / 0.5);

describe("an estimator", () => {
  it("estimates one pair without a table: PMI in nats, both probabilities and the mass left to OTHER", async () => {
    const { model, prompts } = supportModel();
    const estimate = estimator({ task: supportTask, model });
    const { pmi, conditional, marginal, other, problem } = await estimate({ message }, "billing");
    expect(pmi).toBeCloseTo(nats, 12);
    expect({ conditional, marginal, problem }).toEqual({
      conditional: 0.9,
      marginal: 0.5,
      problem: undefined,
    });
    expect(other).toBeCloseTo(0, 12);
    expect(prompts).toHaveLength(2);
  });

  it("reads its task from a YAML file", async () => {
    const path = join(newFolder(), "support.yaml");
    writeFileSync(path, JSON.stringify(supportTask)); // JSON is YAML
    const estimate = estimator({ task: path, model: supportModel().model });
    expect((await estimate({ message }, "billing")).pmi).toBeCloseTo(nats, 12);
  });

  it("takes a task of the paper with labels of its own", async () => {
    const { model } = supportModel();
    const complete: Provider["complete"] = async ({ prompt }) => {
      const reply = prompt.includes("OTHER")
        ? { DOG: 0.6, CAT: 0.3, OTHER: 0.1 }
        : { p_base: 0.06, notes: "" };
      return { text: JSON.stringify(reply), stop: "end" };
    };
    const estimate = estimator({
      task: "words",
      labels: ["DOG", "CAT"],
      model: { ...model, complete },
    });
    const { conditional, other } = await estimate({ cue: "BARK" }, "DOG");
    expect(conditional).toBeCloseTo(0.6, 12);
    expect(other).toBeCloseTo(0.1, 12);
  });

  it("asks for an ungrounded base rate where there is nothing to show, and names the method", async () => {
    const { model, prompts } = supportModel();
    const { method } = await estimator({ task: supportTask, model })({ message }, "billing");
    expect(method).toBe("promptnce:ungrounded");
    expect(prompts.some((prompt) => prompt.includes("Refund me."))).toBe(false);
  });

  it("grounds the base rate in the examples of the task", async () => {
    const task = { ...supportTask, examples: supportExamples };
    const { model, prompts } = supportModel(task);
    const { method } = await estimator({ task, model })({ message }, "billing");
    expect(method).toBe("promptnce");
    expect(prompts.filter((prompt) => prompt.includes("Refund me."))).toHaveLength(1);
  });

  it("takes another method", async () => {
    const { model } = supportModel();
    const method = "direct-split:ungrounded";
    const estimate = await estimator({ task: supportTask, model, method })({ message }, "billing");
    expect(estimate.method).toBe(method);
    expect(estimate.pmi).toBeCloseTo(nats, 12);
    expect(estimate).not.toHaveProperty("other");
  });

  it("asks for each base rate and each pair once, in calls one after the other or at the same time", async () => {
    const { model, prompts } = supportModel();
    const estimate = estimator({ task: supportTask, model });
    const messages = ["a card", "a parcel", "a card"];
    await Promise.all(messages.map((text) => estimate({ message: text }, "billing")));
    await estimate({ message: "a parcel" }, "billing");
    expect(prompts).toHaveLength(3);
  });

  it("forgets replies with the process by default, and keeps them in a journal at a path", async () => {
    const store = join(newFolder(), "replies.jsonl");
    {
      using estimate = estimator({ task: supportTask, model: supportModel().model, store });
      await estimate({ message }, "billing");
    }
    expect([...readJournal(store)]).toHaveLength(2);
    const { model, prompts } = supportModel();
    using again = estimator({ task: supportTask, model, store });
    expect((await again({ message }, "billing")).pmi).toBeCloseTo(nats, 12);
    expect(prompts).toEqual([]);
  });

  it("calls for a retry after a failure, and gives the reply that follows", async () => {
    const { model } = supportModel();
    let failures = 0;
    const complete: Provider["complete"] = async (request, call) => {
      if (failures++ === 0)
        throw new ProviderError("busy", {
          kind: "server",
          retryable: true,
          status: 503,
          retryAfterMs: 1,
        });
      return model.complete(request, call);
    };
    const estimate = estimator({ task: supportTask, model: { ...model, complete } });
    expect((await estimate({ message }, "billing")).pmi).toBeCloseTo(nats, 12);
  });
});

it("ends a question with the signal's reason, and asks nothing more", async () => {
  const { model, prompts } = supportModel();
  const estimate = estimator({ task: supportTask, model });
  const signal = AbortSignal.abort(new Error("stop"));
  await expect(estimate({ message }, "billing", { signal })).rejects.toThrow("stop");
  expect(prompts).toEqual([]);
});
