import { random } from "@promptnce/core/sampling";
import { describe, expect, it } from "vitest";
import { pace } from "./pace.ts";

type Pace = ReturnType<typeof pace>;

/** A pace under which so many calls were sent at one moment, with the limits that it has met. */
function volley(count: number): Pace & { readonly limits: () => number } {
  let limits = 0;
  const kept = pace(1000, Infinity, (line) => void (line.includes("many 429s") && limits++));
  for (let i = 0; i < count; i++) {
    kept.sent(0);
  }
  return Object.assign(kept, { limits: () => limits });
}

/**
 * Rejects the calls of these numbers, and gives how many it took to meet a limit; 0 where none was
 * met.
 */
function untilLimit(kept: ReturnType<typeof volley>, serials: readonly number[]): number {
  const limits = kept.limits();
  const last = serials.findIndex((serial) => {
    kept.rejected(serial, 0, 100);
    return kept.limits() > limits;
  });
  return 1 + last;
}

const every = (step: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => i * step);

describe("a limit", () => {
  it("is met at 16 of 40, whatever the order of the answers", () => {
    expect(untilLimit(volley(300), every(2, 16))).toBe(16);
    expect(untilLimit(volley(300), every(5, 60))).toBe(0);
  });

  it("is met at a quarter of 200", () => {
    expect(untilLimit(volley(320), every(4, 80))).toBe(50);
  });

  it("is not met where a random tenth is rejected, over a hundred runs of 2,000", () => {
    const source = random("crowding");
    let limits = 0;
    for (let run = 0; run < 100; run++) {
      const rejected = every(1, 2000).filter(() => source.uniform() < 0.1);
      if (untilLimit(volley(2000), rejected) > 0) limits++;
    }
    expect(limits).toBe(0);
  });

  it("counts no request twice that led to one before", () => {
    const kept = volley(61);
    expect(untilLimit(kept, every(1, 20))).toBe(16);
    for (let i = 61; i < 100; i++) {
      kept.sent(0);
    }
    expect(untilLimit(kept, every(1, 76).slice(20))).toBe(0);
    expect(untilLimit(kept, [76])).toBe(1);
  });
});

/** A pace that met a limit of so many requests a second, and goes on at the moment 1,000. */
function limited(rate: number): ReturnType<typeof volley> {
  const kept = volley(rate + 16);
  for (let i = 0; i < 16; i++) {
    kept.rejected(i, 0, 1000);
  }
  expect(kept.next()).toBe(1000);
  kept.sent(1000);
  expect([kept.limits(), kept.rate]).toEqual([1, rate]);
  return kept;
}

/** Sends as soon as allowed until `end`, and gives the moments. */
function sentUntil(kept: Pace, from: number, end: number): number[] {
  const moments: number[] = [];
  for (let now = Math.max(from, kept.next()); now < end; now = kept.next()) {
    kept.sent(now);
    moments.push(now);
  }
  return moments;
}

describe("calls at once", () => {
  it("are 50 at first, and two more for each that is answered, up to the most allowed", () => {
    const kept = pace(250, Infinity);
    const windows = [0, 50, 150].map((replies) => {
      for (let i = 0; i < replies; i++) {
        kept.replied();
      }
      return kept.window;
    });
    expect(windows).toEqual([50, 150, 250]);
    expect(pace(8, Infinity).window).toBe(8);
  });
});

it("a limit is told with the rate, where one is known", () => {
  const said: string[] = [];
  const kept = pace(1000, 19.8, (line) => said.push(line));
  for (let i = 0; i < 16; i++) {
    kept.sent(0);
  }
  for (let i = 0; i < 16; i++) {
    kept.rejected(i, 12_340, 1000);
  }
  expect(said).toEqual([
    "pace, after 0.0 s: 19.8 requests a second",
    expect.stringMatching(LIMITED),
  ]);
});
const LIMITED =
  /^pace, after 12\.3 s: many 429s: all wait 1000 ms, then one by one \(19\.8 requests a second\)$/;

describe("requests", () => {
  it("are not held up where there is no limit", () => {
    const kept = volley(1);
    expect(kept.next()).toBe(-Infinity);
    expect(kept.rate).toBe(Infinity);
  });

  it("never pass the hard limit", () => {
    const moments = sentUntil(pace(50, 10), 0, 60_000);
    expect(moments.length).toBeLessThanOrEqual(601);
    expect(moments.length).toBeGreaterThan(595);
  });

  it("go at the rate that was met, which grows by half in a clean second and by more in each that follows", () => {
    const kept = limited(20);
    const moments = sentUntil(kept, 0, 4100);
    const inSecond = (n: number): number =>
      moments.filter((at) => at >= n * 1000 && at < (n + 1) * 1000).length;
    expect([1, 2, 3].map(inSecond)).toEqual(
      [20, 30, 55].map((n) => expect.closeTo(n, -0.6) as number),
    );
    expect(kept.rate).toBeGreaterThan(100);
  });

  it("go at what was accepted after a second of which too much was rejected, and from there in fine steps", () => {
    const kept = limited(20);
    const last = 35 + 1 + sentUntil(kept, 0, 2050).length;
    for (let i = 0; i < 10; i++) {
      kept.rejected(last, 2050, undefined);
    }
    sentUntil(kept, 2050, 3050);
    const { rate } = kept;
    expect(rate).toBeGreaterThanOrEqual(18);
    expect(rate).toBeLessThan(22);
    sentUntil(kept, 3050, 4060);
    expect(kept.rate).toBeCloseTo(rate * 1.02, 5);
  });

  it("go slower, once, where the vendor's headers say that nothing is left", () => {
    const kept = limited(20);
    sentUntil(kept, 0, 2050);
    expect(kept.rate).toBeCloseTo(30);
    for (let i = 0; i < 5; i++) {
      kept.pause(2050 + i, 1000);
    }
    expect(kept.rate).toBeCloseTo(20, 5);
    expect(kept.next()).toBe(3054);
  });

  it("are not slowed by a tenth that is rejected at random", () => {
    const source = random("tenth");
    const kept = limited(50);
    let now = 1000;
    while (now < 30_000) {
      now = Math.max(now, kept.next());
      const serial = kept.sent(now);
      if (source.uniform() < 0.1) kept.rejected(serial, now, 1000);
    }
    expect(kept.rate).toBeGreaterThan(500);
  });

  it("learn no rate from a time in which nothing was answered, and then begin with few at once", () => {
    const kept = volley(50);
    for (let i = 0; i < 50; i++) {
      kept.rejected(i, 0, 50);
    }
    expect([kept.next(), kept.window]).toEqual([50, 50]);
    for (let i = 50; i < 66; i++) {
      kept.rejected(kept.sent(60), 60, 50);
    }
    expect(kept.window).toBe(10);
    // The second time it waits for longer than is asked.
    expect(kept.next()).toBe(160);
    expect(kept.sent(160)).toBe(66);
    expect(kept.limits()).toBe(2);
  });

  it("do not go faster for a second limit", () => {
    const kept = limited(10);
    for (let i = 0; i < 40; i++) {
      kept.sent(1001);
    }
    for (let i = 27; i < 43; i++) {
      kept.rejected(i, 1500, 100);
    }
    kept.sent(1600);
    expect([kept.limits(), kept.rate]).toEqual([2, 10]);
  });
});
