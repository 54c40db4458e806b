import { describe, expect, it } from "vitest";
import { exampleDraw } from "../survey/example-draw.ts";
import { reservoir } from "./reservoir.ts";

describe("reservoir", () => {
  it("keeps all up to its size and then every item equally often", () => {
    const times = Array.from({ length: 20 }, () => 0);
    for (let seed = 0; seed < 4000; seed++) {
      const kept = reservoir<number>(5, `${seed}`);
      for (let i = 0; i < 20; i++) kept.add(i);
      expect(kept.kept).toHaveLength(5);
      expect(kept.seen).toBe(20);
      for (const item of kept.kept) times[item] = (times[item] ?? 0) + 1;
    }
    // 1,000 expected each, standard deviation 27.
    for (const time of times) expect(Math.abs(time - 1000)).toBeLessThan(130);
  });
});

describe("exampleDraw", () => {
  const pair = (cue: number, y: string) => ({ id: `${cue}${y}`, key: `${cue}`, x: { cue: `${cue}` }, y });
  const pairs = Array.from({ length: 30 }, (_, cue) => [pair(cue, "a"), pair(cue, "b")]).flat();

  it("draws distinct inputs, the same whatever order the pairs come in", () => {
    const forth = exampleDraw(4, "1");
    const back = exampleDraw(4, "1");
    for (const one of pairs) forth.add(one);
    for (const one of pairs.toReversed()) back.add(one);
    expect(new Set(forth.drawn.map(({ key }) => key)).size).toBe(4);
    expect(forth.drawn).toEqual(back.drawn);
  });

  it("gives what there is where there are fewer", () => {
    const draw = exampleDraw(4, "1");
    for (const one of pairs.slice(0, 4)) draw.add(one);
    expect(draw.drawn.map(({ key }) => key).toSorted()).toEqual(["0", "1"]);
  });
});
