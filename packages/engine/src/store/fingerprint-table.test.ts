import { hash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { fingerprint, fingerprintTable } from "./fingerprint-table.ts";

it("sums up what is added to each fingerprint, as a map would, however many there are", () => {
  const entries = fc.array(fc.tuple(fc.nat(2500), fc.integer({ min: -9, max: 9 })), {
    maxLength: 4000,
    size: "max",
  });
  fc.assert(
    fc.property(entries, (all) => {
      const table = fingerprintTable();
      const known = new Map<number, number>();
      const sums = all.map(([i, amount]) => {
        known.set(i, (known.get(i) ?? 0) + amount);
        return known.get(i);
      });
      expect(all.map(([i, amount]) => table.add(fingerprint(String(i)), amount))).toEqual(sums);
      expect(table.size).toBe(known.size);
      const wanted = Array.from({ length: 2501 }, (_, i) => i);
      expect(wanted.map((i) => table.get(fingerprint(String(i))))).toEqual(
        wanted.map((i) => known.get(i)),
      );
    }),
    { numRuns: 20 },
  );
});

it("keeps the fingerprint of nothing but zeros, and a zero that was added", () => {
  const table = fingerprintTable();
  expect(table.get("0000000000000000")).toBeUndefined();
  table.add("0000000000000000", 0);
  table.add("00000000ffffffff", 2);
  expect(table.get("0000000000000000")).toBe(0);
  expect(table.get("00000000ffffffff")).toBe(2);
  expect(table.size).toBe(2);
});

it("has one fingerprint for the same texts and another for texts that only join to the same", () => {
  expect(fingerprint("a", "b")).toBe(fingerprint("a", "b"));
  expect(fingerprint("a", "b")).not.toBe(fingerprint("ab"));
  expect(fingerprint("a", "b")).toMatch(/^[0-9a-f]{16}$/);
});

const keyOf = (i: number): string => hash("sha256", String(i));

it("finds the last numbers of every store's key in all columns, and of no other, however many there are", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(3000), fc.nat(2 ** 40), fc.integer({ min: 1, max: 2 ** 31 })), {
        maxLength: 3000,
        size: "max",
      }),
      (entries) => {
        const table = fingerprintTable(2);
        const known = new Map<string, [number, number]>();
        for (const [i, offset, length] of entries) {
          table.set(keyOf(i), offset, length);
          known.set(keyOf(i), [offset, length]);
        }
        expect(table.size).toBe(known.size);
        const wanted = Array.from({ length: 3001 }, (_, i) => keyOf(i));
        expect(wanted.map((key) => [table.get(key), table.get(key, 1)])).toEqual(
          wanted.map((key) => known.get(key) ?? [undefined, undefined]),
        );
      },
    ),
    { numRuns: 20 },
  );
});

it("tells fingerprints apart that share their first word, and so their slot", () => {
  const table = fingerprintTable();
  const keys = Array.from({ length: 500 }, (_, i) => `0000002a${keyOf(i).slice(8)}`);
  for (const [i, key] of keys.entries()) {
    table.add(key, i);
  }
  expect(keys.map((key) => table.get(key))).toEqual([...keys.keys()]);
  expect(table.get(`0000002a${keyOf(500).slice(8)}`)).toBeUndefined();
});
