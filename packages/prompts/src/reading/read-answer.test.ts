import fc from "fast-check";
import { expect, test } from "vitest";
import { ownLabels } from "../slots/candidate-keys.ts";
import { otherKey } from "../slots/other-key.ts";
import { readAnswer } from "./read-answer.ts";

const pair = { task: "words", sample: 0, x: { cue: "SHOVE" }, y: "PUSH" } as const;
const reading = { keys: ownLabels, other: otherKey, severalLabels: false };
const conditional = (reply: string) => readAnswer({ ...pair, kind: "conditional" }, reply, reading);

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
      expect(read).toEqual({ ok: true, answer: pmi === 0 ? 0 : pmi, notes: [] });
    }),
  );
});

test("over a set the candidates and, where it is open, OTHER are read by the keys of the template", () => {
  const candidates = ["other", "PUSH"];
  const letters = { ...reading, keys: () => ["A", "B"] };
  const reply = '{"A": 0.25, "B": 0.5, "OTHER": 0.25}';
  expect(readAnswer({ ...pair, kind: "open", candidates }, reply, letters)).toMatchObject({
    answer: { labels: candidates, masses: [0.25, 0.5], other: 0.25 },
  });
  expect(readAnswer({ ...pair, kind: "closed", candidates }, '{"A": 0.25, "B": 0.75}', letters)).toMatchObject({
    answer: { labels: candidates, masses: [0.25, 0.75] },
  });
  expect(readAnswer({ ...pair, kind: "open", candidates }, reply, reading)).toMatchObject({ ok: false });
});
