import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { otherKey, ownLabels } from "../slots/candidates.ts";
import { readAnswer, rescale } from "./read-answer.ts";

const pair = { task: "words", sample: 0, x: { cue: "SHOVE" }, y: "PUSH" } as const;
const reading = { keys: ownLabels, other: otherKey, severalLabels: false };
const withRaw = (reply: string) => readAnswer({ ...pair, kind: "conditional" }, reply, reading);
const conditional = (reply: string) => {
  const { raw: _, ...read } = withRaw(reply);
  return read;
};

test("any probability written as JSON is read to the last bit, zero and one with the rest", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (p) => {
      const reply = JSON.stringify({ p_apply: p, notes: "short" });
      const read = conditional(reply);
      expect(read).toEqual({ ok: true, answer: p === 0 ? 0 : p, notes: [] });
    }),
  );
});

test.each([
  ['{"p_apply": -0.1}', '"p_apply", given as -0.1, is below zero'],
  ['{"p_apply": 12}', '"p_apply", given as 12, is above one'],
  ['{"p_apply": 1e999}', 'the reply does not fit: its "p_apply" is not a finite number'],
  ['{"p_apply": NaN}', 'the reply does not fit: its "p_apply" is not a finite number'],
])("what is no probability is unreadable, with the reason: %s", (reply, reason) => {
  expect(conditional(reply)).toEqual({ ok: false, reason });
});

test("a probability out of range is not replaced by an earlier draft in range", () => {
  const reply = '{"p_apply": 0.3} or rather {"p_apply": 1.3}';
  expect(conditional(reply)).toMatchObject({ ok: false });
});

test("PMI may be any finite number", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (pmi) => {
      const read = readAnswer({ ...pair, kind: "pmi" }, JSON.stringify({ PMI_LN: pmi }), reading);
      const raw = { probabilities: 0, zeros: 0, outOfRange: 0, surplus: 0 };
      expect(read).toEqual({ ok: true, answer: pmi === 0 ? 0 : pmi, notes: [], raw });
    }),
  );
});

test("an answer that is whole in a reply that is not is marked as cut", () => {
  expect(conditional('{"p_apply": 0.25, "notes": "they would, most of them, in the')).toMatchObject(
    {
      answer: 0.25,
      cut: true,
    },
  );
  const open = { ...pair, kind: "open", candidates: ["PUSH", "HIT"] } as const;
  expect(readAnswer(open, '{"PUSH": 0.5, "HIT": 0.25, "OTHER": 0.25\n', reading)).toMatchObject({
    answer: { masses: [0.5, 0.25], other: 0.25 },
    cut: true,
  });
  expect(readAnswer(open, '{"PUSH": 0.5, "HIT": 0.25, "OTHER": 0.25', reading)).toMatchObject({
    ok: false,
  });
});

test("over a set the candidates and, where it is open, OTHER are read by the keys of the template", () => {
  const candidates = ["other", "PUSH"];
  const letters = { ...reading, keys: () => ["A", "B"] };
  const reply = '{"A": 0.25, "B": 0.5, "OTHER": 0.25}';
  expect(readAnswer({ ...pair, kind: "open", candidates }, reply, letters)).toMatchObject({
    answer: { labels: candidates, masses: [0.25, 0.5], other: 0.25 },
  });
  expect(
    readAnswer({ ...pair, kind: "closed", candidates }, '{"A": 0.25, "B": 0.75}', letters),
  ).toMatchObject({
    answer: { labels: candidates, masses: [0.25, 0.75] },
  });
  expect(readAnswer({ ...pair, kind: "open", candidates }, reply, reading)).toMatchObject({
    ok: false,
  });
});

const labels = ["a", "b"];

test("masses that sum to one within 1e-6 stay as they are", () => {
  const reported = { labels, masses: [0.3333333, 0.3333333], other: 0.3333333 };
  expect(rescale(reported, false)).toEqual({ ok: true, answer: reported, notes: [] });
});

test("masses that sum to something else are divided by it, and the sum is noted", () => {
  expect(rescale({ labels, masses: [0.5, 0.25], other: 0.3 }, false)).toEqual({
    ok: true,
    answer: { labels, masses: [0.5 / 1.05, 0.25 / 1.05], other: 0.3 / 1.05 },
    notes: ["rescaled from 1.05"],
  });
});

test("a sum above one stays where raters may choose several labels; one below does not", () => {
  const above = { labels, masses: [0.75, 0.5], other: 0.25 };
  expect(rescale(above, true)).toEqual({
    ok: true,
    answer: above,
    notes: ["kept the sum of 1.5: raters may choose several labels"],
  });
  expect(rescale({ labels, masses: [0.25, 0.25] }, true)).toEqual({
    ok: true,
    answer: { labels, masses: [0.5, 0.5], doubtfulSum: 0.5 },
    notes: ["rescaled from 0.5, far from one"],
  });
});

test.each([
  [0.89, 0.89, false],
  [0.9, undefined, false],
  [1.1, undefined, false],
  [1.11, 1.11, false],
  [1.11, undefined, true],
  [3.1, 3.1, true],
])("a sum of %d is doubtful as %s, where several labels are %s", (sum, doubtfulSum, several) => {
  const read = rescale({ labels, masses: [sum / 2, sum / 2] }, several);
  expect(read.ok && read.answer.doubtfulSum).toBe(doubtfulSum);
});

describe("the numbers as they came", () => {
  const raw = (reply: string, candidates?: readonly string[]) => {
    const question = candidates
      ? ({ ...pair, kind: "open", candidates } as const)
      : ({ ...pair, kind: "conditional" } as const);
    return readAnswer(question, reply, reading).raw;
  };
  const none = { probabilities: 1, zeros: 0, outOfRange: 0, surplus: 0 };

  it("are one where one is asked for, zero and out of range told apart", () => {
    expect(raw('{"p_apply": 0.25}')).toEqual(none);
    expect(raw('{"p_apply": 0, "confidence": 5}')).toEqual({ ...none, zeros: 1, surplus: 1 });
    expect(raw('{"p_apply": 2.5, "notes": "60"}')).toEqual({ ...none, outOfRange: 1 });
  });

  it.each([
    ['{"PUSH": 1, "HIT": 1, "OTHER": 1}', { zeros: 0, outOfRange: 0, surplus: 0, sum: 3 }],
    ['{"PUSH": 60, "HIT": 0, "OTHER": 0}', { zeros: 2, outOfRange: 1, surplus: 0, sum: 60 }],
    ['{"PUSH": 0, "HIT": 0, "OTHER": 0}', { zeros: 3, outOfRange: 0, surplus: 0, sum: 0 }],
    [
      '{"PUSH": 0.5, "HIT": 0.2, "OTHER": 0.1, "PULL": 0.3}',
      { zeros: 0, outOfRange: 0, surplus: 1, sum: 1.1 },
    ],
  ])("have a sum over a set, also where it cannot be read: %s", (reply, expected) => {
    expect(raw(reply, ["PUSH", "HIT"])).toEqual({ probabilities: 3, ...expected });
  });

  it("are not there where what was asked for is not", () => {
    expect(raw('{"PUSH": 0.5}', ["PUSH", "HIT"])).toBeUndefined();
  });
});

test("a sum of zero is unreadable", () => {
  const reason = "its probabilities sum to zero";
  expect(rescale({ labels, masses: [0, 0], other: 0 }, false)).toEqual({ ok: false, reason });
  expect(rescale({ labels, masses: [0, 0], other: 0 }, true)).toEqual({ ok: false, reason });
});

test("a mass is one number whatever the order of the others and their sum", () => {
  const masses = [
    [0.2, 0.3, 0.6],
    [0.2, 0.6, 0.3],
    [0.1, 0.2, 0.25],
    [0.04, 0.12, 0.06],
  ].map((reported) => {
    const read = rescale({ labels: ["a", "b", "c"], masses: reported }, false);
    return read.ok ? read.answer.masses[0] : undefined;
  });
  expect(masses).toEqual([2 / 11, 2 / 11, 2 / 11, 2 / 11]);
});

test("rescaled masses sum to one, stay in [0, 1] and keep their ratios", () => {
  const mass = fc.double({ min: 1e-9, max: 1, noNaN: true });
  fc.assert(
    fc.property(mass, mass, mass, (a, b, other) => {
      const read = rescale({ labels, masses: [a, b], other }, false);
      const answer = read.ok ? read.answer : { masses: [Number.NaN], other: 0 };
      const sum = answer.masses.reduce((total, m) => total + m, answer.other ?? 0);
      expect(Math.abs(sum - 1)).toBeLessThanOrEqual(1e-6);
      expect(Math.max(...answer.masses, answer.other ?? 0)).toBeLessThanOrEqual(1);
      expect(answer.masses[0]! / answer.masses[1]! / (a / b)).toBeCloseTo(1, 12);
    }),
  );
});
