import type { Provider } from "@promptnce/core";
import { describe, expect, it, vi } from "vitest";
import { paced, type PacedOptions } from "./paced.ts";
import { ask, limit, onFrozenClock, vendor } from "./paced.test.support.ts";
import { ProviderError } from "@promptnce/core/errors";
import { withPause } from "@promptnce/providers/contract";
import { retried } from "./retried.ts";

onFrozenClock();

/** A vendor that takes so many in any second, and rejects the others with `retry-after: 1`. */
function allowing(perSecond: number) {
  const taken: number[] = [];
  return vendor(() => {
    const now = performance.now();
    while (taken[0] !== undefined && taken[0] <= now - 1000) {
      taken.shift();
    }
    if (taken.length >= perSecond) return limit(1000);
    taken.push(now);
    return undefined;
  });
}

/** A vendor whose bucket is filled with twenty a second, holds twenty, and is empty at first. */
function emptyBucket(wait: "until the next" | "a second") {
  let level = 0;
  let seen = performance.now();
  return vendor(() => {
    const now = performance.now();
    level = Math.min(20, level + (now - seen) / 50);
    seen = now;
    if (level < 1) return limit(wait === "a second" ? 1000 : Math.ceil((1 - level) * 50));
    level--;
    return undefined;
  });
}

/** The provider paced and retried, and what its pace tells. */
function both(provider: Provider, options: PacedOptions = {}): { asked: Provider; said: string[] } {
  const said: string[] = [];
  const pacing = paced({ ...options, say: (line) => said.push(line) })(provider);
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  return { asked: retried()(pacing), said };
}

describe("paced", () => {
  it("starts slowly, says nothing of it, and never has more calls under way than allowed", async () => {
    const { provider, seen, most } = vendor();
    const said: string[] = [];
    const pacing = paced({ concurrency: 250, say: (line) => said.push(line) })(provider);
    await ask(pacing, 1000);
    const start = seen[0]?.at ?? 0;
    expect(seen.filter(({ at }) => at < start + 50)).toHaveLength(50);
    expect(most()).toBe(250);
    expect(said).toEqual([]);
    expect(seen.map(({ rejected }) => rejected)).toEqual(Array(1000).fill(false));
  });

  it("lets a lone 429 delay only its own request, and asks another in its place", async () => {
    const { provider, seen } = vendor((call) => (call === 0 ? limit(1000) : undefined));
    const { asked, said } = both(provider, { concurrency: 1 });
    await ask(asked, 10);
    expect(seen.map(({ prompt }) => prompt)).toEqual([
      "p0",
      "p1",
      "p2",
      "p3",
      "p4",
      "p5",
      "p6",
      "p7",
      "p8",
      "p9",
      "p0",
    ]);
    expect((seen[10]?.at ?? 0) - (seen[0]?.at ?? 0)).toBeGreaterThanOrEqual(1000);
    expect((seen[9]?.at ?? 0) - (seen[0]?.at ?? 0)).toBeLessThan(600);
    expect(seen.filter(({ rejected }) => rejected)).toHaveLength(1);
    expect(said).toEqual([]);
  });

  it("meets a limit of 20 a second in at most 1.08 times the ideal time, with at most 130 rejected", async () => {
    const { provider, seen } = allowing(20);
    const { asked, said } = both(provider);
    const { ms } = await ask(asked, 400);
    expect(ms).toBeLessThan(1.08 * 20_000);
    expect(seen.filter(({ rejected }) => rejected).length).toBeLessThanOrEqual(130);
    const [limit, met = "", ...more] = said;
    expect(limit).toMatch(/^pace, after \d+\.\d s: many 429s: all wait 1000 ms, then one by one$/);
    const [, rate] = /^pace, after \d+\.\d s: (\d+\.\d) requests a second$/.exec(met) ?? [];
    expect(Number(rate)).toBeGreaterThan(18);
    expect(Number(rate)).toBeLessThanOrEqual(20);
    expect(more.filter((line) => line.includes("many 429s"))).toEqual([]);
  });

  it.each(["until the next", "a second"] as const)(
    "answers 400 at 20 a second in 21.5 s where the bucket is empty at first, told to wait %s",
    async (wait) => {
      const { provider, seen } = emptyBucket(wait);
      const { ms } = await ask(both(provider, {}).asked, 400);
      expect(ms).toBeLessThan(21_500);
      expect(seen.filter(({ rejected }) => rejected).length).toBeLessThanOrEqual(180);
    },
  );

  it.each([50, 1000, undefined])(
    "forgets a hiccup of 1.9 s in which everything is rejected with a wait of %s ms",
    async (wait) => {
      const began = performance.now();
      const { provider, seen } = vendor(() =>
        performance.now() < began + 1900 ? limit(wait) : undefined,
      );
      const { asked, said } = both(provider, { concurrency: 50 });
      const { ms } = await ask(asked, 2000);
      expect(ms).toBeLessThan(4600);
      expect(seen.length).toBeLessThan(2000 + 400);
      expect(said.at(-1)).not.toContain("requests a second");
    },
  );

  it("recovers from a burst of rejections in the middle of a run", async () => {
    const began = performance.now();
    const isOut = (): boolean =>
      performance.now() >= began + 3000 && performance.now() < began + 5000;
    const { provider } = vendor(() => (isOut() ? limit(1000) : undefined));
    const { ms } = await ask(both(provider, { concurrency: 50 }).asked, 6000);
    // A second behind it rather than the eight that the calls take.
    expect(ms).toBeLessThan(9500);
  });

  it("does not collapse where a tenth is rejected at random, and repeats none before its time", async () => {
    let state = 7;
    const { provider, seen } = vendor(() => {
      state = (state * 48271) % 2147483647;
      return state / 2147483647 < 0.1 ? limit(1000) : undefined;
    });
    const { asked, said } = both(provider, { concurrency: 50 });
    const { ms } = await ask(asked, 2000);
    expect(ms).toBeLessThan(6000);
    expect(said.filter((line) => line.includes("many 429s"))).toEqual([]);
    const rejectedAt = new Map<string, number>();
    for (const { at, prompt, rejected } of seen) {
      expect(at - (rejectedAt.get(prompt) ?? -Infinity)).toBeGreaterThanOrEqual(1000);
      if (rejected) rejectedAt.set(prompt, at);
    }
    expect(rejectedAt.size).toBeGreaterThan(100);
  });

  it("sends nothing while the vendor's headers say that nothing is left", async () => {
    const headers = new Headers({
      "x-ratelimit-remaining-requests": "0",
      "x-ratelimit-reset-requests": "3s",
    });
    const { provider, seen } = vendor();
    const answering: Provider = {
      ...provider,
      complete: async (request) => {
        const reply = await provider.complete(request);
        return seen.length === 1 ? withPause(reply, headers) : reply;
      },
    };
    const said: string[] = [];
    await ask(paced({ concurrency: 1, say: (line) => said.push(line) })(answering), 3);
    expect((seen[1]?.at ?? 0) - (seen[0]?.at ?? 0)).toBeGreaterThanOrEqual(3050);
    expect(said).toEqual([
      expect.stringMatching(
        /^pace, after \d\.\d s: the vendor's headers say that no request is allowed for \d+ ms$/,
      ),
    ]);
  });

  it("never sends a call that was aborted while it waited, and goes on with the next", async () => {
    const { provider, seen } = vendor();
    const pacing = paced({ concurrency: 1 })(provider);
    const controller = new AbortController();
    const reason = new Error("stopped");
    const first = pacing.complete({ prompt: "a", sample: 0 });
    const second = pacing.complete({ prompt: "b", sample: 0 }, { signal: controller.signal });
    const third = pacing.complete({ prompt: "c", sample: 0 });
    controller.abort(reason);
    await expect(second).rejects.toBe(reason);
    await vi.advanceTimersByTimeAsync(200);
    expect([(await first).text, (await third).text]).toEqual(["a", "c"]);
    expect(seen.map(({ prompt }) => prompt)).toEqual(["a", "c"]);
  });

  it("keeps the place of a call until its reply is stored", async () => {
    const { provider, seen } = vendor();
    const two = paced({ concurrency: 2 })(provider);
    const storing: (() => void)[] = [];
    const tell = () => new Promise<void>((resolve) => void storing.push(resolve));
    const calls = ["a", "b", "c"].map((prompt) => two.complete({ prompt, sample: 0 }, { tell }));
    await vi.advanceTimersByTimeAsync(1000);
    expect(seen.map(({ prompt }) => prompt)).toEqual(["a", "b"]);
    storing.forEach((stored) => stored());
    await vi.advanceTimersByTimeAsync(1000);
    storing.forEach((stored) => stored());
    expect((await Promise.all(calls)).map(({ text }) => text)).toEqual(["a", "b", "c"]);
  });

  it("gives the place of a failed call to the next", async () => {
    const failure = new ProviderError("No.", { kind: "request", retryable: false });
    const { provider } = vendor((call) => (call < 3 ? failure : undefined));
    const pacing = paced({ concurrency: 1 })(provider);
    for (let i = 0; i < 3; i++) {
      await expect(pacing.complete({ prompt: "", sample: i })).rejects.toBe(failure);
    }
    await ask(pacing, 1);
  });

  it.each([
    [{ concurrency: 0 }, "concurrency: give a whole number from 1, not 0"],
    [{ concurrency: 1.5 }, "concurrency: give a whole number from 1, not 1.5"],
    [{ rpm: -1 }, "rpm: give a number above zero, not -1"],
    [{ tpm: Number.NaN }, "tpm: give a number above zero, not NaN"],
  ])("refuses %o", (options, message) => {
    expect(() => paced(options)(vendor().provider)).toThrow(message);
  });
});

describe("paced, of a run that is closing", () => {
  it("sends nothing that still waits for its place, and lets what is under way end", async () => {
    const { provider, seen } = vendor();
    const two = paced({ concurrency: 2 })(provider);
    const closing = new AbortController();
    const calls = Promise.allSettled(
      ["a", "b", "c", "d"].map((prompt) =>
        two.complete({ prompt, sample: 0 }, { closing: closing.signal }),
      ),
    );
    await vi.advanceTimersByTimeAsync(10);
    closing.abort("over");
    await vi.advanceTimersByTimeAsync(1000);
    expect(seen.map(({ prompt }) => prompt)).toEqual(["a", "b"]);
    expect((await calls).map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
      "rejected",
    ]);
    expect((await calls)[2]).toMatchObject({ reason: "over" });
  });
});
