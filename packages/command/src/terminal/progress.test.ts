import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { newFolder } from "@promptnce/testing/new-folder";
import { readRunStatus } from "@promptnce/engine/journal";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type ProgressDisplay, showProgress } from "./progress.ts";

type Counts = Parameters<ProgressDisplay["update"]>[1];

/** A stream that keeps what is written to it. */
function stream(isTTY: boolean) {
  const written: string[] = [];
  const through = new PassThrough();
  through.on("data", (piece: Buffer) => written.push(piece.toString()));
  return { written, stream: Object.assign(through, { isTTY }) as unknown as NodeJS.WriteStream };
}

async function shown(
  total: number,
  updates: readonly (readonly [number, Counts?])[],
): Promise<string[]> {
  const { written, stream: to } = stream(false);
  const display = await showProgress(total, to, { doing: "asking", did: "asked" });
  for (const [done, counts] of updates) {
    display.update(done, counts);
  }
  display[Symbol.dispose]();
  return written;
}

describe("progress where there is no terminal", () => {
  it("is a line at each tenth, the last one at the end", async () => {
    const lines = await shown(
      200,
      Array.from({ length: 200 }, (_, i) => [i + 1] as const),
    );
    expect(lines).toEqual(
      [20, 40, 60, 80, 100, 120, 140, 160, 180, 200].map((done) => `asked ${done} of 200\n`),
    );
  });

  it("is one line where tenths are passed at a stroke, and one a step where steps are few", async () => {
    expect(await shown(100, [[9], [55], [59], [100]])).toEqual([
      "asked 55 of 100\n",
      "asked 100 of 100\n",
    ]);
    expect(await shown(3, [[1], [2], [3]])).toHaveLength(3);
  });

  it("has the counts behind what is done", async () => {
    const line = "asked 1 of 1, 1 from store, 0 unreadable, 0 failed\n";
    expect(await shown(1, [[1, { stored: 1, unreadable: 0, failed: 0 }]])).toEqual([line]);
  });
});

describe("progress on a terminal", () => {
  it("is one bar with count and note, that gives the cursor back when it stops", async () => {
    const { written, stream: to } = stream(true);
    const display = await showProgress(4, to, { doing: "asking", did: "asked" });
    display.update(2, { stored: 1, unreadable: 0, failed: 0 });
    display[Symbol.dispose]();
    const all = written.join("");
    expect(all).toContain("asking");
    expect(all).toMatch(/2\/4, 1 from store, 0 unreadable, 0 failed, .* left/);
    expect(all).not.toContain("asked");
    expect(all.lastIndexOf("\u001B[?25h")).toBeGreaterThan(all.lastIndexOf("\u001B[?25l"));
  });

  it("foretells no time left where steps are uneven", async () => {
    const { written, stream: to } = stream(true);
    const steps = { doing: "scoring", did: "scored", isUneven: true };
    const display = await showProgress(4, to, steps);
    display.update(2);
    display[Symbol.dispose]();
    expect(written.join("")).toMatch(/2\/4, .* so far/);
    expect(written.join("")).not.toContain("left");
  });

  it("has the counts of what is asked before anything is done", async () => {
    const { written, stream: to } = stream(true);
    const display = await showProgress(4, to, { store: join(newFolder(), "r.jsonl") });
    display[Symbol.dispose]();
    expect(written.join("")).toContain("0/4, 0 from store, ");
  });

  it("says how long it has taken, and not that no time is left, until one is done", async () => {
    const { written, stream: to } = stream(true);
    const display = await showProgress(4, to, {});
    display[Symbol.dispose]();
    expect(written.join("")).toContain("0/4, 0s so far");
    expect(written.join("")).not.toContain("left");
  });
});

describe("progress of what is asked over a store", () => {
  it("is kept beside the store, from before the first answer to what there was at the end", async () => {
    const folder = newFolder();
    const store = join(folder, "r.jsonl");
    const prices = { priceIn: 2, priceOut: 10, baseUrl: "http://gpu.example/v1" };
    const files = {
      store,
      page: join(folder, "pages", "p.html"),
      prices: { ...prices, apiKey: "secret" },
    };
    const display = await showProgress(3, stream(false).stream, {
      doing: "asking",
      did: "asked",
      ...files,
    });
    const begun = {
      done: 0,
      total: 3,
      questions: 0,
      unreadable: 0,
      failed: 0,
      page: "pages/p.html",
      prices,
    };
    expect(readRunStatus(store)).toEqual(begun);
    display.update(1, { stored: 0, unreadable: 1, failed: 0 });
    display.update(2, { questions: 5, stored: 0, unreadable: 1, failed: 1 });
    display[Symbol.dispose]();
    expect(readRunStatus(store)).toEqual({
      ...begun,
      done: 2,
      questions: 5,
      unreadable: 1,
      failed: 1,
    });
  });

  it("says once, after a minute, how it can be looked at", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { written, stream: to } = stream(false);
    const store = join(newFolder(), "a run", "r.jsonl");
    const display = await showProgress(100, to, { doing: "asking", did: "asked", store });
    vi.advanceTimersByTime(59_999);
    expect(written).toEqual([]);
    vi.advanceTimersByTime(200_000);
    expect(written).toEqual([`To watch this run: promptnce view "${dirname(store)}"\n`]);
    display[Symbol.dispose]();
  });
});
