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
  const stderr = new PassThrough() as unknown as typeof process.stderr;
  using __ = vi.spyOn(process, "stderr", "get").mockReturnValue(stderr);
  let count = 0;
  for await (const batch of showUnits(units(), 10, new AbortController().signal)) count += batch.length;
  expect(count).toBe(10);
  return String(stderr.read() ?? "");
}

it("shows nothing of what is done within two seconds", async () => {
  expect(await shown(200)).toBe("");
});

it("shows from then on how far it is", async () => {
  expect(await shown(1000)).toMatch(/^counted what will be asked of 3 of 10\n.*asked of 10 of 10\n$/s);
});

it("ends where the run is closing", async () => {
  const closing = new AbortController();
  closing.abort(new Error("Ctrl-C"));
  async function* units(): AsyncGenerator<readonly RowUnit[]> {
    yield [];
  }
  await expect(showUnits(units(), 1, closing.signal).next()).rejects.toThrow("Ctrl-C");
});
