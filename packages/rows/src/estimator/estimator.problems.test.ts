import type { Provider } from "@promptnce/core";
import { memoryStore } from "@promptnce/engine";
import { ProviderError } from "@promptnce/core/errors";
import { describe, expect, it } from "vitest";
import { estimator } from "./estimator.ts";
import { supportModel, supportTask } from "./support-task.test.support.ts";

const message = "You charged my card twice.";

describe("a problem", () => {
  it("is in words where a reply is invalid, beside what is known all the same", async () => {
    const { model } = supportModel();
    const complete: Provider["complete"] = async (request, call) =>
      request.prompt.includes(message)
        ? { text: "I would rather not say.", stop: "end" }
        : model.complete(request, call);
    const estimate = estimator({ task: supportTask, model: { ...model, complete } });
    const said = await estimate({ message }, "billing");
    expect(said.problem).toBe("the reply is invalid: the reply has no JSON object");
    expect(said.pmi).toBeUndefined();
    expect(said.marginal).toBe(0.5);
  });

  it("is in words where a request failed, which the next call sends again", async () => {
    const { model } = supportModel();
    let isDown = true;
    const complete: Provider["complete"] = async (request, call) => {
      if (isDown)
        throw new ProviderError("nobody listens", { kind: "connection", retryable: false });
      return model.complete(request, call);
    };
    const store = memoryStore();
    const estimate = estimator({ task: supportTask, model: { ...model, complete }, store });
    const pairs = Array.from({ length: 12 }, (_, i) => estimate({ message: `${i}` }, "billing"));
    for (const { problem } of await Promise.all(pairs)) {
      expect(problem).toMatch(/^the request failed: nobody listens/);
    }
    expect(await Array.fromAsync(store.entries())).toEqual([]);
    isDown = false;
    expect((await estimate({ message: "0" }, "billing")).problem).toBeUndefined();
  });

  it("is no problem of a pair but an error where every request would fail", async () => {
    const { model } = supportModel();
    const complete = (): Promise<never> =>
      Promise.reject(new ProviderError("no such key", { kind: "auth", retryable: false }));
    const estimate = estimator({ task: supportTask, model: { ...model, complete } });
    await expect(estimate({ message }, "billing")).rejects.toThrow("no such key");
  });

  it("is said of a text that is empty, and nothing is asked", async () => {
    const { model, prompts } = supportModel();
    const estimate = estimator({ task: supportTask, model });
    expect(await estimate({ message: " " }, "billing")).toEqual({
      y: "billing",
      method: "promptnce:ungrounded",
      problem: "message is empty",
      shown: false,
    });
    expect((await estimate.rank({ message: "" })).map(({ problem }) => problem)).toEqual(
      Array(3).fill("message is empty"),
    );
    expect(prompts).toEqual([]);
  });
});
