import { PassThrough } from "node:stream";
import { expect, it, vi } from "vitest";
import { showUnits } from "./show-units.ts";
import type { RowUnit } from "@promptnce/rows";

async function shown(perBatch: number): Promise<string> {
  let now = 0;
  using _ = vi.spyOn(performance, "now").mockImplementation(() => now);
  const unit = { row: {}, trials: [] } as unknown as RowUnit;
  async function* units(): AsyncGenerator<readonly RowUnit[]> {
    for (let i = 0; i < 10; i++) {
      now += perBatch;
      yield [unit];
    }
  }
  const stderr = new PassThrough() as unknown as NodeJS.WriteStream;
  const io = { stderr, closing: new AbortController() };
  let count = 0;
  for await (const batch of showUnits(units(), 10, io, { doing: "counting", did: "counted" })) {
    count += batch.length;
  }
  expect(count).toBe(10);
  return String(stderr.read() ?? "");
}

it("shows nothing of what is done within two seconds", async () => {
  expect(await shown(200)).toBe("");
});

it("shows from then on how far it is", async () => {
  expect(await shown(1000)).toMatch(/^counted 3 of 10\n.*counted 10 of 10\n$/s);
});

it("ends where the run is closing", async () => {
  const closing = new AbortController();
  closing.abort(new Error("Ctrl-C"));
  async function* units(): AsyncGenerator<readonly RowUnit[]> {
    yield [];
  }
  const io = { stderr: process.stderr, closing };
  const shownUnits = showUnits(units(), 1, io, { doing: "counting", did: "counted" });
  await expect(shownUnits.next()).rejects.toThrow("Ctrl-C");
});
