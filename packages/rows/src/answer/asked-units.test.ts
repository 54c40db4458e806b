import { describe, expect, it } from "vitest";
import { pairKey } from "../survey/people.ts";
import type { RowUnit } from "../survey/unit.ts";
import { askedCount, askedUnits } from "./asked-units.ts";

const total = 100;
const count = { total, repeated: 0 };

async function* units(onBatch = (): void => {}): AsyncGenerator<readonly RowUnit[]> {
  for (let start = 0; start < total; start += 7) {
    onBatch();
    const batch = Array.from({ length: Math.min(7, total - start) }, (_, i) => start + i);
    yield batch as unknown as readonly RowUnit[];
  }
}

async function asked(which: Parameters<typeof askedUnits>[1], seed = "1"): Promise<number[]> {
  const batches = await Array.fromAsync(askedUnits(units(), which, { ...count, seed }));
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
    expect([1000, 3].map((sample) => askedCount({ sample }, count))).toEqual([100, 3]);
  });

  it("are drawn pairs that differ, each by its first row, where rows repeat pairs", async () => {
    const labels = ["a", "a", "b", "a", "c", "b", "d", "c"];
    async function* repeating(): AsyncGenerator<readonly RowUnit[]> {
      for (const y of labels) {
        yield [{ trials: [{ id: pairKey("", y), y }] } as unknown as RowUnit];
      }
    }
    const repeats = { total: labels.length, repeated: 4 };
    const drawn = async (sample: number, seed: string): Promise<string[]> => {
      const batches = askedUnits(repeating(), { sample }, { ...repeats, seed });
      return (await Array.fromAsync(batches)).flat().map(({ trials: [trial] }) => trial!.y);
    };
    expect([await drawn(4, "1"), await drawn(20, "1")]).toEqual([
      ["a", "b", "c", "d"],
      ["a", "b", "c", "d"],
    ]);
    const twos = await Promise.all(Array.from({ length: 40 }, (_, seed) => drawn(2, `${seed}`)));
    expect(new Set(twos.map(String))).toEqual(new Set(["a,b", "a,c", "a,d", "b,c", "b,d", "c,d"]));
    expect([3, 20].map((sample) => askedCount({ sample }, repeats))).toEqual([3, 4]);
    expect(askedCount({ first: 7 }, repeats)).toBe(7);
  });

  it("are read no further than needed", async () => {
    let batches = 0;
    const some = askedUnits(
      units(() => batches++),
      { first: 3 },
      { ...count, seed: "1" },
    );
    await Array.fromAsync(some);
    expect(batches).toBe(1);
  });
});
