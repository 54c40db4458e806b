import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { showProgress } from "./progress.ts";

/** A stream that keeps what is written to it. */
function stream(isTTY: boolean) {
  const written: string[] = [];
  const through = new PassThrough();
  through.on("data", (piece: Buffer) => written.push(piece.toString()));
  return { written, stream: Object.assign(through, { isTTY }) as unknown as NodeJS.WriteStream };
}

function shown(total: number, updates: readonly (readonly [number, string?])[]): string[] {
  const { written, stream: to } = stream(false);
  const display = showProgress(total, to, { doing: "asking", did: "asked" });
  for (const [done, note] of updates) display.update(done, note);
  display.stop();
  return written;
}

describe("progress where there is no terminal", () => {
  it("is a line at each tenth, the last one at the end", () => {
    const lines = shown(
      200,
      Array.from({ length: 200 }, (_, i) => [i + 1] as const),
    );
    expect(lines).toEqual([20, 40, 60, 80, 100, 120, 140, 160, 180, 200].map((done) => `asked ${done} of 200\n`));
  });

  it("is one line where tenths are passed at a stroke, and one a step where steps are few", () => {
    expect(shown(100, [[9], [55], [59], [100]])).toEqual(["asked 55 of 100\n", "asked 100 of 100\n"]);
    expect(shown(3, [[1], [2], [3]])).toHaveLength(3);
  });

  it("has the note behind the count", () => {
    expect(shown(1, [[1, "1 from store"]])).toEqual(["asked 1 of 1, 1 from store\n"]);
  });
});

describe("progress on a terminal", () => {
  it("is one bar with count and note, that gives the cursor back when it stops", () => {
    const { written, stream: to } = stream(true);
    const display = showProgress(4, to, { doing: "asking", did: "asked" });
    display.update(2, "1 from store");
    display.stop();
    const all = written.join("");
    expect(all).toContain("asking");
    expect(all).toMatch(/2\/4, 1 from store, .* left/);
    expect(all).not.toContain("asked");
    expect(all.lastIndexOf("\u001B[?25h")).toBeGreaterThan(all.lastIndexOf("\u001B[?25l"));
  });

  it("has the first note before anything is done", () => {
    const { written, stream: to } = stream(true);
    showProgress(4, to, { doing: "asking", did: "asked", note: "0 from store" }).stop();
    expect(written.join("")).toContain("0/4, 0 from store, ");
  });
});
