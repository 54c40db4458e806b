import fc from "fast-check";
import { expect, it } from "vitest";
import { batchChunks } from "./submit-batches.ts";

const items = (sizes: readonly number[]) => sizes.map((bytes, id) => ({ id, bytes }));

it("keeps every item once, in its order, within both limits", () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 50 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 9 }), (given, requests) => {
      const chunks = [...batchChunks(items(given), { requests, bytes: 40 })];
      expect(chunks.flat()).toEqual(items(given));
      for (const chunk of chunks) {
        expect(chunk.length).toBeGreaterThan(0);
        expect(chunk.length).toBeLessThanOrEqual(requests);
        expect(chunk.reduce((sum, { bytes }) => sum + bytes + 1, 0)).toBeLessThanOrEqual(40);
      }
    }),
  );
});

it("fills each list before the next begins", () => {
  const chunks = [...batchChunks(items([1, 1, 1, 1, 1]), { requests: 2, bytes: 1000 })];
  expect(chunks.map((chunk) => chunk.length)).toEqual([2, 2, 1]);
});

it("gives an item that is too large a list of its own", () => {
  const chunks = [...batchChunks(items([1, 100, 1]), { requests: 10, bytes: 10 })];
  expect(chunks.map((chunk) => chunk.length)).toEqual([1, 1, 1]);
});
