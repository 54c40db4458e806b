import type { Pmf, Reading } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { RawTally, rawTexts } from "./raw-replies.ts";

const nothing = { zeros: 0, outOfRange: 0, surplus: 0 };
const none = { ...nothing, replies: 0, unreadable: 0, cut: 0, doubtful: 0, probabilities: 0 };

/**
 * A set of two and OTHER, as one reply said it; unreadable where a mass is above one or all are 0.
 */
function said(...masses: readonly number[]): Reading {
  const sum = masses.reduce((one, two) => one + two, 0);
  const zeros = masses.filter((mass) => mass === 0).length;
  const outOfRange = masses.filter((mass) => mass > 1).length;
  const raw = { probabilities: masses.length, zeros, outOfRange, surplus: 0, sum };
  if (outOfRange > 0 || sum === 0) return { ok: false, reason: "no", raw };
  const answer: Pmf = { labels: ["a", "b"], masses, ...(sum > 1.1 && { doubtfulSum: sum }) };
  return { ok: true, answer, notes: [], raw };
}

const number = (p: number, more: object = {}): Reading => {
  const raw = {
    ...nothing,
    probabilities: 1,
    ...(p === 0 && { zeros: 1 }),
    ...(p > 1 && { outOfRange: 1 }),
  };
  return p > 1
    ? { ok: false, reason: "no", raw }
    : { ok: true, answer: p, notes: [], raw, ...more };
};

function tally(
  kind: "open" | "conditional" | "likelihood",
  readings: readonly Reading[],
  raw = new RawTally(),
) {
  const question = {
    kind,
    x: {},
    y: "a",
    candidates: ["a", "b"],
    task: "words",
    sample: 0,
  } as never;
  for (const reading of readings) {
    raw.add({ question, reply: { text: "", stop: "end" }, reading });
  }
  return raw;
}

describe("what replies were like", () => {
  it("is summed by kind of question: sums by their quartiles, zeros, numbers out of range, what was cut", () => {
    const raw = tally("open", [
      said(1, 1, 1),
      said(0.5, 0.5, 0),
      said(1, 1, 0),
      said(60, 1, 1),
      said(0, 0, 0),
    ]);
    tally("conditional", [number(0.5, { cut: true }), number(0), number(2.5)], raw);
    expect(raw.byKind).toEqual({
      conditional: {
        ...none,
        replies: 3,
        unreadable: 1,
        cut: 1,
        probabilities: 3,
        zeros: 1,
        outOfRange: 1,
      },
      open: {
        ...none,
        replies: 5,
        unreadable: 2,
        doubtful: 2,
        probabilities: 15,
        zeros: 5,
        outOfRange: 1,
        sums: [0, 1, 2, 3, 62],
      },
    });
  });

  it("is the same in any order, and holds sums to three digits", () => {
    const one = tally("open", [said(0.3333, 0.3333, 0.3333), said(1, 1, 0)]).byKind;
    expect(tally("open", [said(1, 1, 0), said(0.3333, 0.3333, 0.3333)]).byKind).toEqual(one);
    expect(one.open?.sums).toEqual([1, 1, 1, 1, 2]);
  });

  it("counts a reply without the numbers that were asked for as unreadable alone, and no scored text", () => {
    const raw = tally("open", [{ ok: false, reason: "prose" }]);
    tally("likelihood", [number(0.5)], raw);
    expect(raw.byKind).toEqual({
      open: { ...none, replies: 1, unreadable: 1 },
    });
  });

  it("leaves out a request that failed", () => {
    const raw = new RawTally();
    const failure = { kind: "request", message: "a filter" };
    const question = { kind: "marginal", y: "a", task: "words", sample: 0 } as const;
    raw.add({
      question,
      reply: { text: "", stop: "failed", failure },
      reading: { ok: false, reason: "failed" },
    });
    expect(raw.byKind).toEqual({});
  });

  it("is said in words, with no word for what did not occur", () => {
    const raw = tally("open", [said(1, 1, 1), said(0.5, 0.5, 0)]);
    tally("conditional", [number(0.5)], raw);
    expect(rawTexts(raw.byKind)).toEqual([
      "conditional (1): nothing odd",
      "open (2): masses sum to 1 to 3, median 1; 50.0 % sum far from one; 16.7 % of the numbers are 0",
    ]);
  });
});
