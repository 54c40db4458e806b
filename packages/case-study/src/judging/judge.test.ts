import type { Estimate, Outcome, Status } from "@promptnce/core";
import { expect, test } from "vitest";
import { type Comparison, comparisons } from "./comparisons.ts";
import { judge, type Judgement } from "./judge.ts";
import { syntheticClass } from "../world/synthetic-class.ts";

const { students } = syntheticClass(1, 30);
const made = comparisons(students, { variant: "compression", seed: 1 }).comparisons;
const one = made[0] as Comparison;
const kinds = ["expert", "generic"] as const;

function outcomes(expert: Estimate, generic: Estimate, status: Status = "ok"): Outcome[] {
  return [
    { trial: one.trials.get("generic")!, estimate: generic, status: "ok" },
    { trial: one.trials.get("expert")!, estimate: expert, status },
  ];
}

function judged(expert: Estimate, generic: Estimate, status?: Status): Partial<Judgement> {
  const { comparison, ...rest } = judge([one], outcomes(expert, generic, status), kinds)[0]!;
  expect(comparison).toBe(one);
  return rest;
}

test("the summary under which the attempt is likelier wins, and equal scores are a tie", () => {
  expect(judged({ conditional: 0.2 }, { conditional: 0.1 })).toEqual({ verdict: 1 });
  expect(judged({ conditional: 0.1 }, { conditional: 0.2 })).toEqual({ verdict: 0 });
  expect(judged({ conditional: 0.1 }, { conditional: 0.1 })).toEqual({ verdict: 0.5 });
});

test("zeros are compared before the clamp: two tie, and one loses to any positive number", () => {
  expect(judged({ conditional: 0 }, { conditional: 0 }).verdict).toBe(0.5);
  expect(judged({ conditional: 0 }, { conditional: 1e-9 }).verdict).toBe(0);
});

test("scores that differ by rounding alone are a tie, and no others are", () => {
  expect(judged({ conditional: 1 / 33 }, { conditional: 0.0303030303030303 }).verdict).toBe(0.5);
  expect(judged({ conditional: 1e-9 }, { conditional: 1e-9 * (1 + 1e-13) }).verdict).toBe(0.5);
  expect(judged({ conditional: 1e-9 }, { conditional: 1e-9 * (1 + 1e-11) }).verdict).toBe(0);
  expect(judged({ conditional: 1e-13 }, { conditional: 0 }).verdict).toBe(1);
  expect(judged({ pmi: 0 }, { pmi: -1e-16 }).verdict).toBe(0.5);
  expect(judged({ pmi: -500 }, { pmi: -500 - 1e-10 }).verdict).toBe(0.5);
  expect(judged({ pmi: 0 }, { pmi: -1e-11 }).verdict).toBe(1);
  expect(judged({ pmi: -3 }, { pmi: -Infinity }).verdict).toBe(1);
});

test("without conditionals the PMIs decide, −∞ included; with them they do not", () => {
  expect(judged({ pmi: -1 }, { pmi: -2 }).verdict).toBe(1);
  expect(judged({ pmi: -Infinity }, { pmi: -Infinity }).verdict).toBe(0.5);
  expect(judged({ conditional: 0.2, pmi: 0 }, { conditional: 0.1, pmi: 9 }).verdict).toBe(1);
});

test("a conditional is never held against a PMI: such a comparison has no verdict", () => {
  expect(judged({ conditional: 0.2 }, { pmi: -3 }, "ok")).not.toHaveProperty("verdict");
});

test("an unreadable or unasked trial leaves its comparison without a verdict", () => {
  expect(judged({}, { conditional: 0.1 }, "unreadable")).toEqual({});
  expect(judged({}, { conditional: 0.1 }, "unasked")).toEqual({});
});

test("there is one verdict a comparison, in the comparisons' order", () => {
  const all = made
    .flatMap(({ trials }) => [...trials.values()])
    .toReversed()
    .map((trial): Outcome => {
      const conditional = trial.id.endsWith("/expert") ? 0.5 : 0.25;
      return { trial, estimate: { conditional }, status: "ok" };
    });
  expect(judge(made, all, kinds)).toEqual(made.map((comparison) => ({ comparison, verdict: 1 })));
});

test("a missing outcome and a score that is not a number are mistakes", () => {
  expect(() => judge(made, outcomes({ pmi: 1 }, { pmi: 1 }), kinds)).toThrow(
    'Trial "synthetic-001/compression/2/expert" has no outcome: estimate every trial of every comparison.',
  );
  expect(() => judged({ pmi: Number.NaN }, { pmi: 1 })).toThrow(
    'Comparison "synthetic-001/compression/1" has a score that is not a number (NaN).',
  );
});

test("the other way round wins are losses, and a kind that a comparison lacks gives no verdict", () => {
  const all = outcomes({ conditional: 0.2 }, { conditional: 0.1 });
  expect(judge([one], all, ["generic", "expert"])).toEqual([{ comparison: one, verdict: 0 }]);
  expect(judge([one], all, ["expert", "third"])).toEqual([]);
});
