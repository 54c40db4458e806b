import { fingerprint } from "@promptnce/engine";
import { describe, expect, it } from "vitest";
import type { SynonymsOf } from "@promptnce/core";
import type { Row } from "../input/read-rows.ts";
import { type LabelScope, type RowUnit, unitsOf } from "./unit.ts";

const labels = ["a", "b", "c", "d", "e", "f", "g"];
const marginal = new Map(labels.map((label) => [label, 1 / labels.length]));

function row(cue: string, y?: string): Row {
  return {
    line: 1,
    record: { columns: ["cue"], cell: () => cue },
    x: { cue },
    key: fingerprint(cue),
    ...(y !== undefined && { y }),
  };
}

async function units(
  rows: readonly Row[],
  mode: LabelScope,
  k: number,
  synonyms?: SynonymsOf,
): Promise<RowUnit[]> {
  async function* one(): AsyncGenerator<readonly Row[]> {
    yield rows;
  }
  const all: RowUnit[] = [];
  for await (const batch of unitsOf(one(), {
    ask: mode,
    marginal,
    k,
    seed: "1",
    ...(synonyms && { synonyms }),
  }))
    all.push(...batch);
  return all;
}

describe("unitsOf", () => {
  it("gives a pair the same candidate set wherever it stands, with y in it once", async () => {
    const some = await units([row("x", "a"), row("y", "b"), row("x", "a")], "pairs", 4);
    const [first, , third] = some.map(({ trials }) => trials[0]?.candidates ?? []);
    expect(first).toEqual(third);
    expect(new Set(first).size).toBe(4);
    expect(first?.filter((label) => label === "a")).toHaveLength(1);
  });

  it("asks nothing about a row that cannot be used, which comes all the same, in its place, in every mode", async () => {
    const bad = { ...row("x"), key: "", problem: "cue is empty" };
    for (const mode of ["pairs", "all-labels", "top"] as const) {
      const all = await units([bad, row("x", "a"), bad], mode, 4);
      expect(all.map(({ row: { problem }, trials }) => [problem, trials.length > 0])).toEqual([
        ["cue is empty", false],
        [undefined, true],
        ["cue is empty", false],
      ]);
    }
  });

  it.each([2, 3, 4, 5, 7])(
    "parts the labels of an input into sets of at most %i that differ by one in size",
    async (k) => {
      const [unit] = await units([row("x")], "all-labels", k);
      expect(unit?.trials.map(({ y }) => y).toSorted()).toEqual(labels);
      const sets = [...new Set(unit?.trials.map(({ candidates }) => candidates))];
      expect(sets).toHaveLength(k === 2 ? 3 : Math.ceil(7 / k));
      expect(sets.flat().toSorted()).toEqual(labels);
      const sizes = sets.map((set) => set.length);
      // Seven in twos would leave a set of one.
      expect(Math.max(...sizes)).toBeLessThanOrEqual(Math.max(3, k));
      expect(Math.min(...sizes)).toBeGreaterThan(1);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      for (const { y, candidates } of unit?.trials ?? []) {
        expect(candidates).toContain(y);
      }
    },
  );

  it("takes an input once where all labels are asked about, and parts the labels anew for each", async () => {
    const all = await units([row("x", "a"), row("x", "b"), row("y", "a")], "top", 3);
    expect(all.map((unit) => unit.row.x["cue"])).toEqual(["x", "y"]);
    const [x, y] = all.map(({ trials }) => trials.map((trial) => trial.y).join(""));
    expect(x).not.toBe(y);
  });

  it("puts all near-synonyms of a label into its set, whatever K, and of others none for that", async () => {
    const synonyms: SynonymsOf = (y) => (y < "d" ? ["a", "b", "c"] : [y]);
    const rows = Array.from({ length: 30 }, (_, i) => row(`x${i}`, i % 2 ? "b" : "g"));
    const trials = (await units(rows, "pairs", 2, synonyms)).flatMap((unit) => unit.trials);
    const setsOf = (own: string) =>
      trials.filter(({ y }) => y === own).map(({ candidates }) => candidates);
    for (const set of setsOf("b")) {
      expect(set).toEqual(expect.arrayContaining(["a", "b", "c"]));
      expect(new Set(set).size).toBe(set.length);
    }
    for (const set of setsOf("g")) {
      expect(set).toHaveLength(2);
    }
    const [unit] = await units([row("x")], "all-labels", 2, synonyms);
    expect(unit?.trials.map(({ y }) => y).toSorted()).toEqual(labels);
    const own = unit?.trials.filter(({ y }) => y < "d").map(({ candidates }) => candidates);
    expect(new Set(own).size).toBe(1);
  });
});

describe("units of rows in contexts", () => {
  const ofContext = new Map([
    [
      "big",
      new Map([
        ["a", 0.5],
        ["b", 0.5],
      ]),
    ],
    ["only", new Map([["a", 1]])],
  ]);
  const marginalIn = (context: { readonly [field: string]: string } | undefined) =>
    ofContext.get(context!["question"]!)!;
  async function* rows(): AsyncGenerator<readonly Row[]> {
    yield ["big", "only"].map((question) => ({ ...row(question, "a"), context: { question } }));
  }

  it("have the labels of their context alone; nothing is asked where that has one", async () => {
    for (const ask of ["pairs", "all-labels"] as const) {
      const [batch] = await Array.fromAsync(
        unitsOf(rows(), { ask, marginal: marginalIn, k: 5, seed: "1" }),
      );
      const [big, only] = batch!;
      for (const trial of big!.trials) {
        expect(trial.candidates.toSorted()).toEqual(["a", "b"]);
        expect(trial.context).toEqual({ question: "big" });
      }
      expect(big!.trials).toHaveLength(ask === "pairs" ? 1 : 2);
      expect(only).toMatchObject({
        trials: [],
        row: { problem: "its context has one label in all, which tells nothing" },
      });
    }
  });
});
