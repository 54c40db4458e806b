import { describe, expect, it } from "vitest";
import type { RowUnit } from "../survey/unit.ts";
import { askedCount, askedUnits } from "./asked-units.ts";

const total = 100;

async function* units(onBatch = (): void => {}): AsyncGenerator<readonly RowUnit[]> {
  for (let start = 0; start < total; start += 7) {
    onBatch();
    const batch = Array.from({ length: Math.min(7, total - start) }, (_, i) => start + i);
    yield batch as unknown as readonly RowUnit[];
  }
}

async function asked(which: Parameters<typeof askedUnits>[1], seed = "1"): Promise<number[]> {
  const batches = await Array.fromAsync(askedUnits(units(), which, { total, seed }));
  return batches.flat() as unknown as number[];
}

describe("askedUnits", () => {
  it("are all, or the first", async () => {
    expect(await asked({})).toHaveLength(total);
    expect(await asked({ first: 9 })).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("are drawn by the seed, each once and in the order of the rows", async () => {
    const drawn = await asked({ sample: 10 });
    expect(drawn).toHaveLength(10);
    expect(drawn).toEqual([...new Set(drawn)].toSorted((a, b) => a - b));
    expect(drawn).toEqual(await asked({ sample: 10 }));
    expect(drawn).not.toEqual(await asked({ sample: 10 }, "2"));
    expect(drawn.some((place) => place > 50)).toBe(true);
  });

  it("take each unit equally often over many seeds", async () => {
    const times = new Map<number, number>();
    for (let seed = 0; seed < 400; seed++) {
      for (const place of await asked({ sample: 10 }, String(seed))) {
        times.set(place, (times.get(place) ?? 0) + 1);
      }
    }
    // 40 are expected of each; the standard deviation is 6.
    expect(times.size).toBe(total);
    expect(Math.min(...times.values())).toBeGreaterThan(15);
    expect(Math.max(...times.values())).toBeLessThan(65);
  });

  it("are all where more are to be drawn than there are", async () => {
    expect(await asked({ sample: 1000 })).toHaveLength(total);
    expect([askedCount({ sample: 1000 }, total), askedCount({ sample: 3 }, total)]).toEqual([
      100, 3,
    ]);
  });

  it("are read no further than needed", async () => {
    let batches = 0;
    const some = askedUnits(
      units(() => batches++),
      { first: 3 },
      { total, seed: "1" },
    );
    await Array.fromAsync(some);
    expect(batches).toBe(1);
  });
});
