import { describe, expect, it } from "vitest";
import { normal, random, type Random, shuffle } from "./random.ts";

/** The next words of a stream. */
function words(source: Random, count: number): number[] {
  const filled = new Uint32Array(count);
  source.fill(filled);
  return [...filled];
}

describe("random", () => {
  it("is a function of its seed, text or number", () => {
    const draw = (seed: string | number) => words(random(seed), 5);
    expect(draw("a")).toEqual(draw("a"));
    expect(draw(7)).toEqual(draw("7"));
    expect(draw("a")).not.toEqual(draw("b"));
  });

  it("gives the same stream on every machine", () => {
    expect(words(random("promptnce"), 3)).toMatchInlineSnapshot(`
      [
        3841630598,
        1667171963,
        316804716,
      ]
    `);
  });

  it("fills an array with the words that single draws would give, and goes on after them", () => {
    const [filled, drawn] = [random("fill"), random("fill")];
    const single = Array.from({ length: 6 }, () => words(drawn, 1)[0]!);
    expect([...words(filled, 5), ...words(filled, 1)]).toEqual(single);
    // A double is made of two of them.
    expect(random("fill").uniform()).toBe(
      ((single[0]! >>> 5) * 2 ** 26 + (single[1]! >>> 6)) / 2 ** 53,
    );
  });

  it("gives unrelated first draws for neighbouring seeds", () => {
    const firsts = Array.from({ length: 10_000 }, (_, seed) => random(seed).uniform());
    const mean = firsts.reduce((a, b) => a + b) / firsts.length;
    let lag = 0;
    for (let i = 1; i < firsts.length; i++) {
      lag += ((firsts[i] as number) - 0.5) * ((firsts[i - 1] as number) - 0.5);
    }
    // Four standard errors of a uniform mean and of a lag-one covariance.
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.0116);
    expect(Math.abs(lag / firsts.length)).toBeLessThan(0.0034);
    expect(new Set(firsts).size).toBe(10_000);
  });

  it("draws below n with every value equally likely", () => {
    const counts = Array.from({ length: 7 }, () => 0);
    const { below } = random(1);
    for (let i = 0; i < 70_000; i++) {
      counts[below(7)] = (counts[below(7)] ?? 0) + 1;
    }
    for (const count of counts) {
      expect(Math.abs(count - 10_000)).toBeLessThan(400);
    }
  });

  it.each([0, -1, 1.5, 2 ** 32 + 1, Number.NaN])("refuses to draw below %d", (n) => {
    expect(() => random(1).below(n)).toThrow(RangeError);
  });
});

describe("normal", () => {
  it("has mean zero and variance one", () => {
    const source = random(3);
    const draws = Array.from({ length: 40_000 }, () => normal(source));
    const mean = draws.reduce((a, b) => a + b) / draws.length;
    const variance = draws.reduce((a, b) => a + b * b, 0) / draws.length;
    expect(Math.abs(mean)).toBeLessThan(0.02);
    expect(Math.abs(variance - 1)).toBeLessThan(0.03);
  });
});

describe("shuffle", () => {
  it("keeps the items, leaves the input alone and reaches every order", () => {
    const items = [1, 2, 3];
    const source = random(5);
    const orders = new Set(Array.from({ length: 200 }, () => shuffle(items, source).join()));
    expect(orders.size).toBe(6);
    expect(items).toEqual([1, 2, 3]);
  });
});
