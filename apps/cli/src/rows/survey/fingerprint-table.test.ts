import fc from "fast-check";
import { expect, it } from "vitest";
import { fingerprint } from "./fingerprint.ts";
import { fingerprintTable } from "./fingerprint-table.ts";

it("sums up what is added to each fingerprint, as a map would, however many there are", () => {
  const entries = fc.array(fc.tuple(fc.nat(2500), fc.integer({ min: -9, max: 9 })), { maxLength: 4000, size: "max" });
  fc.assert(
    fc.property(entries, (all) => {
      const table = fingerprintTable();
      const known = new Map<number, number>();
      for (const [i, amount] of all) {
        const sum = (known.get(i) ?? 0) + amount;
        known.set(i, sum);
        expect(table.add(fingerprint(String(i)), amount)).toBe(sum);
      }
      expect(table.size).toBe(known.size);
      for (let i = 0; i <= 2500; i++) {
        expect(table.get(fingerprint(String(i)))).toBe(known.get(i));
      }
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
