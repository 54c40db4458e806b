import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { stitched } from "./stitched.ts";

interface Golden {
  readonly name: string;
  readonly sets: readonly { readonly labels: readonly string[]; readonly masses: readonly number[] }[];
  readonly labels: readonly string[];
  readonly logs: readonly number[];
}

const { cases } = JSON.parse(readFileSync(new URL("../../fixtures/stitched.json", import.meta.url), "utf8")) as {
  readonly cases: readonly Golden[];
};

const set = (masses: Readonly<Record<string, number>>) => ({
  labels: Object.keys(masses),
  masses: Object.values(masses),
});

describe("stitched", () => {
  it("gives the logarithms back to 1e-9 where all sets say the same of a label, however far apart they hang together", () => {
    const names = Array.from({ length: 400 }, (_, i) => `label ${i}`);
    const mass = names.map((_, i) => 10 ** -(1 + (i % 6)));
    const chain = names.slice(1).map((name, i) => ({ labels: [names[i]!, name], masses: [mass[i]!, mass[i + 1]!] }));
    const found = stitched(chain);
    for (const [i, name] of names.entries()) expect(found.get(name)).toBeCloseTo(Math.log(mass[i]!), 9);
  });

  it("tells labels apart by ratios alone, so that what a set leaves to OTHER moves all labels by one constant", () => {
    const sets = [set({ a: 0.4, b: 0.2 }), set({ b: 0.02, c: 0.04 }), set({ c: 0.3, d: 0.1 })];
    const found = stitched(sets);
    const ratio = (one: string, two: string) => Math.exp(found.get(one)! - found.get(two)!);
    expect([ratio("a", "b"), ratio("c", "b"), ratio("c", "d"), ratio("a", "d")]).toEqual(
      [2, 2, 3, 3].map((value) => expect.closeTo(value, 9)),
    );
    // Each of the six masses is said once: the effects of the sets have mean zero over them.
    const said = [0.4, 0.2, 0.02, 0.04, 0.3, 0.1].reduce((sum, mass) => sum + Math.log(mass), 0);
    const [a, b, c, d] = ["a", "b", "c", "d"].map((label) => found.get(label)!) as [number, number, number, number];
    expect(a + 2 * b + 2 * c + d).toBeCloseTo(said, 9);
  });

  it.each(cases)("agrees with a dense solver of SciPy: $name", ({ sets, labels, logs }) => {
    const found = stitched(sets);
    expect([...found.keys()].toSorted()).toEqual(labels);
    expect(labels.map((label) => found.get(label))).toEqual(logs.map((log) => expect.closeTo(log, 9)));
  });

  it("leaves sets that hang together with no others on their own scale", () => {
    const found = stitched([set({ a: 0.4, b: 0.1 }), set({ c: 0.02, d: 0.01 }), set({ e: 0.5 }), set({ e: 0.125 })]);
    const masses = ["a", "b", "c", "d", "e"].map((label) => Math.exp(found.get(label)!));
    expect(masses).toEqual([0.4, 0.1, 0.02, 0.01, 0.25].map((mass) => expect.closeTo(mass, 12)));
  });

  it("takes no ratio from a zero, knows nothing of a label with no other mass, and of no set nothing", () => {
    const found = stitched([set({ a: 0.5, b: 0, c: 0.25 }), set({ b: 0, c: 0.25 }), set({ b: 0 })]);
    expect([...found.keys()]).toEqual(["a", "c"]);
    expect([found.get("a"), found.get("c")]).toEqual([Math.log(0.5), Math.log(0.25)]);
    expect(stitched([]).size).toBe(0);
  });
});
