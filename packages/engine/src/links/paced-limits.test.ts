import type { Provider, Usage } from "@promptnce/core";
import { describe, expect, it, vi } from "vitest";
import { paced } from "./paced.ts";
import { ask, onFrozenClock, vendor } from "./paced.test.support.ts";

onFrozenClock();

describe("paced by a limit a minute", () => {
  it("keeps the hard limit of requests a minute", async () => {
    const { provider, seen } = vendor();
    await ask(paced({ rpm: 120 })(provider), 60);
    const gaps = seen.slice(1).map(({ at }, i) => at - (seen[i]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(470);
    expect(Math.max(...gaps)).toBeLessThan(530);
  });

  it("keeps the hard limit of tokens a minute, corrected by what was used", async () => {
    const { provider, seen } = vendor();
    await ask(paced({ tpm: 1000 })(provider), 100);
    for (const { at } of seen) {
      const minute = seen.filter((other) => other.at > at - 60_000 && other.at <= at);
      expect(minute.length * 20).toBeLessThanOrEqual(1000);
    }
    expect(seen.length).toBe(100);
  });

  /**
   * After how many seconds each of so many requests was sent, one after the other, each using these
   * tokens.
   */
  const sentUnder = async (tpm: number, count: number, usage: Usage): Promise<number[]> => {
    const sent: number[] = [];
    const complete: Provider["complete"] = async () => {
      sent.push(performance.now());
      return { text: "", stop: "end", usage };
    };
    const pacing = paced({ tpm })({ name: "n", model: "m", settings: {}, complete });
    const all = (async () => {
      for (let sample = 0; sample < count; sample++)
        await pacing.complete({ prompt: "x".repeat(400), sample });
    })();
    await vi.advanceTimersByTimeAsync(300_000);
    await all;
    return sent.map((at) => Math.round((at - (sent[0] ?? 0)) / 1000));
  };

  it("lets through what fits into the minute, and the rest as soon as it does", async () => {
    // A hundred tokens in and, until more is known, three hundred out.
    expect(await sentUnder(1000, 5, { inputTokens: 100, outputTokens: 300 })).toEqual([
      0, 0, 60, 60, 120,
    ]);
  });

  it("lets a request larger than the limit go once nothing else counts", async () => {
    expect(await sentUnder(100, 2, { inputTokens: 100, outputTokens: 300 })).toEqual([0, 60]);
  });

  it("puts what was used in the place of the estimate, and learns from it", async () => {
    // The first counts 120, not 400, and the eighth is taken to need 155: seven of 120 leave 160.
    expect(await sentUnder(1000, 9, { inputTokens: 100, outputTokens: 20 })).toEqual([
      0, 0, 0, 0, 0, 0, 0, 0, 60,
    ]);
  });
});
