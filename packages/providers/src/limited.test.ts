import type { Provider } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { limited } from "./limited.ts";

describe("limited", () => {
  const watched = (): { provider: Provider; most: () => number; asked: number[] } => {
    let now = 0;
    let most = 0;
    const asked: number[] = [];
    const complete: Provider["complete"] = async ({ sample }) => {
      asked.push(sample);
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 5));
      now--;
      return { text: String(sample), stop: "end" };
    };
    return { provider: { name: "n", model: "m", settings: {}, complete }, most: () => most, asked };
  };

  it("never has more calls under way than allowed, and answers all in order", async () => {
    const { provider, most, asked } = watched();
    const wrapped = limited(provider, { concurrency: 3 });
    const samples = Array.from({ length: 20 }, (_, sample) => sample);
    const replies = await Promise.all(
      samples.map((sample) => wrapped.complete({ prompt: "", sample })),
    );
    expect(replies.map(({ text }) => Number(text))).toEqual(samples);
    expect(asked).toEqual(samples);
    expect(most()).toBe(3);
  });

  it("never sends a call that was aborted while it waited", async () => {
    const { provider, asked } = watched();
    const wrapped = limited(provider, { concurrency: 1 });
    const controller = new AbortController();
    const first = wrapped.complete({ prompt: "", sample: 0 });
    const second = wrapped.complete({ prompt: "", sample: 1 }, { signal: controller.signal });
    controller.abort(new Error("stopped"));
    await expect(second).rejects.toThrow("stopped");
    await first;
    expect(asked).toEqual([0]);
  });

  it("gives the place of a failed call to the next", async () => {
    const failing: Provider = {
      ...watched().provider,
      complete: () => Promise.reject(new Error("no")),
    };
    const wrapped = limited(failing, { concurrency: 1 });
    for (let i = 0; i < 3; i++) {
      await expect(wrapped.complete({ prompt: "", sample: i })).rejects.toThrow("no");
    }
  });

  it.each([0, -1, 1.5, Number.NaN])("refuses a concurrency of %d", (concurrency) => {
    expect(() => limited(watched().provider, { concurrency })).toThrow(TypeError);
  });
});
