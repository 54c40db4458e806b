import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { probability } from "./probability.ts";
import { readNumber } from "./read-number.ts";

test("any probability written as JSON is read to the last bit, zero and one with the rest", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (p) => {
      const reply = JSON.stringify({ p_apply: p, notes: "short" });
      const read = readNumber(reply, "p_apply", probability);
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
  expect(readNumber(reply, "p_apply", probability)).toEqual({ ok: false, reason });
});

test("a probability out of range is not replaced by an earlier draft in range", () => {
  const reply = '{"p_apply": 0.3} or rather {"p_apply": 1.3}';
  expect(readNumber(reply, "p_apply", probability)).toMatchObject({ ok: false });
});

test("PMI may be any finite number", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (pmi) => {
      const read = readNumber(JSON.stringify({ PMI_LN: pmi }), "PMI_LN", z.number());
      expect(read).toEqual({ ok: true, answer: pmi === 0 ? 0 : pmi, notes: [] });
    }),
  );
});
