import { hash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { placeIndex } from "./place-index.ts";

const keyOf = (i: number): string => hash("sha256", String(i));

it("finds every key's last place and no other key, however many there are", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(3000), fc.nat(2 ** 40), fc.integer({ min: 1, max: 2 ** 31 })), {
        maxLength: 3000,
        size: "max",
      }),
      (entries) => {
        const index = placeIndex();
        const known = new Map<string, { offset: number; length: number }>();
        for (const [i, offset, length] of entries) {
          index.set(keyOf(i), { offset, length });
          known.set(keyOf(i), { offset, length });
        }
        expect(index.size).toBe(known.size);
        for (let i = 0; i <= 3000; i++) expect(index.get(keyOf(i))).toEqual(known.get(keyOf(i)));
      },
    ),
    { numRuns: 20 },
  );
});

it("tells keys apart that share their first word, and so their slot", () => {
  const index = placeIndex();
  const keys = Array.from({ length: 500 }, (_, i) => `0000002a${keyOf(i).slice(8)}`);
  for (const [i, key] of keys.entries()) index.set(key, { offset: i, length: 1 });
  expect(keys.map((key) => index.get(key)?.offset)).toEqual([...keys.keys()]);
  expect(index.get(`0000002a${keyOf(500).slice(8)}`)).toBeUndefined();
});
