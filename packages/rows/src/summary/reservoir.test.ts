import { describe, expect, it } from "vitest";
import { Reservoir } from "./tally.ts";

describe("reservoir", () => {
  it("keeps all up to its size and then every item equally often", () => {
    const times = Array.from({ length: 20 }, () => 0);
    for (let seed = 0; seed < 4000; seed++) {
      const kept = new Reservoir<number>(5, `${seed}`);
      for (let i = 0; i < 20; i++) {
        kept.add(i);
      }
      expect(kept.kept).toHaveLength(5);
      expect(kept.seen).toBe(20);
      for (const item of kept.kept) {
        times[item] = (times[item] ?? 0) + 1;
      }
    }
    // 1,000 expected each, standard deviation 27.
    for (const time of times) {
      expect(Math.abs(time - 1000)).toBeLessThan(130);
    }
  });
});
