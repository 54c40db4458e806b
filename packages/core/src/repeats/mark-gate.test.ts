import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { normal, random } from "../sampling/random.ts";
import {
  blindRespondents,
  blindToXRespondents,
  blindToYRespondents,
  blindWorlds,
  blocksPassed,
  mixedRespondents,
  roundedTruth,
  truthful,
} from "./blind-respondents.test.support.ts";
import { truthLevels } from "./beyond-levels.ts";
import { markGate } from "./mark-gate.ts";
import { labelsOfX, type PairKeys } from "./pair-groups.ts";

/** A dataset, the pairs of it that are asked about, and what NumPy and SciPy make of columns. */
interface GoldenTable {
  readonly name: string;
  readonly by: string;
  readonly all: Required<Record<keyof PairKeys | "truth", number[]>>;
  readonly asked: number[];
  readonly logMarginals: number[];
  readonly columns: Record<string, { readonly estimates: number[]; readonly value: number | null }>;
}
const golden: { tables: GoldenTable[] } = JSON.parse(
  readFileSync(new URL("../../fixtures/mark_gate.json", import.meta.url), "utf8"),
);

test.each(golden.tables)("the gate has the values of NumPy and SciPy: $name", (table) => {
  const { all, asked, logMarginals } = table;
  const at = (column: ArrayLike<number>) => Float64Array.from(asked, (row) => column[row]!);
  const levels = truthLevels(all.truth, all);
  const gateOf = markGate({
    truth: at(all.truth),
    keys: { contexts: at(all.contexts), x: at(all.x), labels: at(all.labels) },
    labelsOfX: at(labelsOfX(all)),
    logMarginals,
    levels: { x: at(levels.x), label: at(levels.label) },
  });
  for (const { estimates, value } of Object.values(table.columns)) {
    const { by, statistic } = gateOf!(estimates);
    expect(by).toBe(table.by);
    const found = statistic(new Uint32Array(asked.length).fill(1));
    expect(found.toFixed(8)).toBe((value ?? Number.NaN).toFixed(8));
  }
});

describe("what a mark must be above chance in", () => {
  const source = random("gates");
  const column = (rows: number) => Array.from({ length: rows }, () => normal(source));
  const gate = (keys: PairKeys, isKnown = false) => {
    const [estimates, truth, logMarginals] = [0, 1, 2].map(() => column(keys.x.length));
    const own = { truth: truth!, keys, logMarginals: logMarginals! };
    return markGate({ ...own, ...(isKnown && { levels: truthLevels(truth!, keys) }) })!(estimates!);
  };
  const rows = Array.from({ length: 24 }, (_, row) => row);
  const crossed = { x: rows.map((row) => row >> 2), labels: rows.map((row) => row % 4) };

  test("is ρ centred by both where x and labels repeat, by context, else by x", () => {
    expect(gate(crossed, true)).toMatchObject({ by: "centred", unit: { name: "x", count: 6 } });
    const contexts = rows.map((row) => row >> 3);
    expect(gate({ ...crossed, contexts })).toMatchObject({
      by: "centred",
      unit: { name: "context", count: 3 },
      inflation: 1,
    });
  });

  test("is beyond the levels of the dataset where x stand once, and these are known", () => {
    const once = { x: rows, labels: crossed.labels };
    expect(gate(once, true)).toMatchObject({ by: "levels", unit: { name: "pair", count: 24 } });
  });

  test("is within label where they are not known, and beyond the base rate where labels stand once too", () => {
    expect(gate({ x: rows, labels: crossed.labels }).by).toBe("label");
    expect(gate({ x: rows, labels: rows }).by).toBe("base rate");
  });
});

describe.each(Object.entries(blindWorlds))("of %s", (_, shape) => {
  test("a truthful respondent passes always, with 10 % of noise in one digit too", () => {
    for (const [name, respondent] of Object.entries({ truthful, roundedTruth })) {
      const options = { name, seeds: 2, replicates: 100 };
      expect(blocksPassed(shape, respondent, options)).toEqual({ blocks: 4, passed: 4 });
    }
  });

  test("who looks at less than x and y passes hardly ever", () => {
    const kinds = [blindToXRespondents, blindToYRespondents, blindRespondents];
    const all = kinds.flatMap((kind) => Object.entries(kind));
    expect(all).toHaveLength(16);
    const passed = all.map(([name, respondent]) => {
      return blocksPassed(shape, respondent, { name, seeds: 1, replicates: 100 }).passed;
    });
    // Of 32 blocks; at 2.5 % more than 4 are found once in 500 times.
    expect(passed.reduce((sum, own) => sum + own, 0)).toBeLessThan(5);
  });

  test(
    "who mixes base rates with the number of labels of an x passes hardly ever",
    { tags: "full" },
    () => {
      const passed = Object.entries(mixedRespondents).map(([name, respondent]) => {
        return blocksPassed(shape, respondent, { name, seeds: 3, replicates: 100 }).passed;
      });
      // Of 12 blocks; at 2.5 % more than 2 are found once in 300 times.
      expect(passed.reduce((sum, own) => sum + own, 0)).toBeLessThan(3);
    },
  );
});
