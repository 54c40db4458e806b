import fc from "fast-check";
import { expect, test } from "vitest";
import { constantKeys, keyedOptions } from "./keyed-wording.ts";

test("keys depend on nothing but the number of candidates", () => {
  expect(constantKeys(["SAILED", "c7", "__proto__"])).toEqual(["c1", "c2", "c3"]);
});

test("candidates are listed one a line, each after its key, and read back, whatever they hold", () => {
  const piece = fc.oneof(fc.string(), fc.constantFrom("c1: ", "\n", ": ", "c2", "OTHER", "$&"));
  const label = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(""));
  const plain = label.filter((text) => !text.includes("\nc"));
  expect(keyedOptions.write({ candidates: ["SAILED", "SAT"] })).toBe("c1: SAILED\nc2: SAT");
  fc.assert(
    fc.property(fc.uniqueArray(plain, { minLength: 1, maxLength: 12 }), (candidates) => {
      const read = keyedOptions.read(keyedOptions.write({ candidates }));
      expect(read).toEqual({ candidates, candidateKeys: constantKeys(candidates) });
    }),
  );
});

test("a candidate that could be taken for two is refused", () => {
  expect(() => keyedOptions.write({ candidates: ["a\nc2: b", "c"] })).toThrow(
    'The candidate "a\\nc2: b" contains "\\nc"',
  );
});

test("a list whose keys are not in order is not read as something else", () => {
  expect(keyedOptions.read("c1: a\nc3: b")).toEqual({});
});
