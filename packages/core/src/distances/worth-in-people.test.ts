import { describe, expect, test } from "vitest";
import { random } from "../sampling/random.ts";
import { worthInPeople } from "./worth-in-people.ts";

/**
 * Counts of so many people about each of so many x of three labels, and of a poll of other people.
 */
function polled(xs: number, people: number, poll: number, seed: string) {
  const source = random(seed);
  const rows = Array.from({ length: 3 * xs }, (_, row) => row);
  const [counts, shares] = [new Float64Array(3 * xs), new Float64Array(3 * xs)];
  for (let x = 0; x < xs; x++) {
    const [a, b] = [0.2 + 0.4 * source.uniform(), 0.3 * source.uniform()];
    const answer = () => {
      const at = source.uniform();
      return Number(at >= a) + Number(at >= a + b);
    };
    for (let person = 0; person < people; person++) {
      counts[3 * x + answer()]!++;
    }
    for (let person = 0; person < poll; person++) {
      shares[3 * x + answer()]! += 1 / poll;
    }
  }
  const keys = { x: rows.map((row) => Math.floor(row / 3)), labels: rows.map((row) => row % 3) };
  return { counts, shares, keys };
}
const options = { seed: 1, replicates: 400 };

describe("how many people a model is worth", () => {
  test.each([5, 20, 80])("is %i where it answers as a poll of so many does", (poll) => {
    const { counts, shares, keys } = polled(800, 60, poll, `poll ${poll}`);
    const { people, low, high, unit, units } = worthInPeople(shares, counts, keys, options);
    expect(Math.abs(people / poll - 1)).toBeLessThan(0.16);
    expect(low).toBeLessThan(poll);
    expect(high).toBeGreaterThan(poll);
    expect({ unit, units }).toEqual({ unit: "x", units: 800 });
  });

  test("does not grow with how many people it is judged by", () => {
    const worth = [5, 500].map((people) => {
      const { counts, shares, keys } = polled(2000, people, 10, `judged by ${people}`);
      return worthInPeople(shares, counts, keys, options).people;
    });
    for (const people of worth) {
      expect(Math.abs(people - 10)).toBeLessThan(1.6);
    }
  });

  test("has no end where it says what people do, and is below one where it says the opposite", () => {
    const { counts, keys } = polled(50, 1000, 1, "all");
    expect(worthInPeople(counts, counts, keys, options)).toMatchObject({ people: Infinity });
    const opposite = { x: [1, 1, 2, 2], labels: ["A", "B", "A", "B"] };
    expect(worthInPeople([0, 1, 0, 1], [9, 1, 9, 1], opposite, options).people).toBeLessThan(0.2);
  });

  test("resamples whole contexts where these hold several x", () => {
    const { counts, shares, keys } = polled(40, 60, 10, "contexts");
    const contexts = keys.x.map((x) => x % 10);
    const found = worthInPeople(shares, counts, { ...keys, contexts }, options);
    expect(found).toMatchObject({ unit: "context", units: 10 });
  });

  test("refuses an x without mass or with one person, and negative numbers", () => {
    const keys = { x: [1, 1], labels: ["A", "B"] };
    expect(() => worthInPeople([0, 0], [1, 1], keys, options)).toThrow("no mass");
    expect(() => worthInPeople([1, 0], [1, 0], keys, options)).toThrow("fewer than two people");
    expect(() => worthInPeople([1, -1], [1, 1], keys, options)).toThrow("-1 and 1 at index 1");
    expect(() => worthInPeople([1], [1, 1], keys, options)).toThrow("2 numbers a column, not 1");
  });
});
