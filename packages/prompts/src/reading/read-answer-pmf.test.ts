import type { Pmf } from "@promptnce/core";
import { expect, test } from "vitest";
import { readAnswer } from "./read-answer.ts";

interface Set {
  readonly candidates: readonly string[];
  readonly keys: readonly string[];
  readonly otherKey?: string;
  readonly severalLabels: boolean;
}

/** What is read of a reply over a set, which is open where there is a key for OTHER. */
function readPmf(reply: string, { candidates, keys, otherKey, severalLabels }: Set) {
  const kind = otherKey === undefined ? "closed" : "open";
  const question = { task: "words", kind, x: { cue: "SHOVE" }, candidates, sample: 0 } as const;
  const { raw: _, ...read } = readAnswer(question, reply, {
    keys: () => keys,
    other: () => otherKey ?? "",
    severalLabels,
  });
  return read;
}

const candidates = ["PUSH", "HIT"];
const keys = candidates;
const open = { candidates, keys, otherKey: "OTHER", severalLabels: false };
const closed = { candidates, keys, severalLabels: false };

test("an open set has the candidates' masses and, apart from them, that of OTHER", () => {
  expect(readPmf('{"OTHER": 0.2, "HIT": 0.3, "PUSH": 0.5}', open)).toEqual({
    ok: true,
    answer: { labels: candidates, masses: [0.5, 0.3], other: 0.2 },
    notes: [],
  });
});

test("a closed set has no mass elsewhere", () => {
  expect(readPmf('{"HIT": 0.3, "PUSH": 0.7}', closed)).toEqual({
    ok: true,
    answer: { labels: candidates, masses: [0.7, 0.3] },
    notes: [],
  });
});

test("a missing candidate or a missing OTHER is unreadable by name, never a silent zero", () => {
  const reason = (name: string) => `the reply does not fit: it has no number for "${name}"`;
  expect(readPmf('{"PUSH": 0.7, "OTHER": 0.3}', open)).toEqual({
    ok: false,
    reason: reason("HIT"),
  });
  expect(readPmf('{"PUSH": 0.7, "HIT": 0.3}', open)).toEqual({
    ok: false,
    reason: reason("OTHER"),
  });
  expect(readPmf('{"PUSH": 1}', closed)).toEqual({ ok: false, reason: reason("HIT") });
});

test("an unlisted number is a response outside the list: an open set adds it to OTHER", () => {
  expect(readPmf('{"PUSH": 0.5, "HIT": 0.25, "PULL": 0.125, "OTHER": 0.125}', open)).toEqual({
    ok: true,
    answer: { labels: candidates, masses: [0.5, 0.25], other: 0.25 },
    notes: ['added the unlisted "PULL" (0.125) to OTHER'],
  });
});

test("an unlisted number is dropped by a closed set, which is then rescaled", () => {
  expect(readPmf('{"PUSH": 0.25, "HIT": 0.25, "OTHER": 0.5}', closed)).toEqual({
    ok: true,
    answer: { labels: candidates, masses: [0.5, 0.5], doubtfulSum: 0.5 },
    notes: ['dropped "OTHER" (0.5)', "rescaled from 0.5, far from one"],
  });
});

test("unlisted values that are not numbers are ignored", () => {
  const read = readPmf('{"PUSH": 0.5, "HIT": 0.5, "OTHER": 0, "notes": "strong", "x": {}}', open);
  expect(read).toMatchObject({ ok: true, answer: { masses: [0.5, 0.5], other: 0 }, notes: [] });
});

test("mass below zero or above one is unreadable wherever it counts", () => {
  const reason = '"PULL", given as 2, is above one';
  expect(readPmf('{"PUSH": 0.5, "HIT": 0.5, "OTHER": 0, "PULL": 2}', open)).toEqual({
    ok: false,
    reason,
  });
  expect(readPmf('{"PUSH": 1.5, "HIT": -0.5}', closed)).toEqual({
    ok: false,
    reason: '"PUSH", given as 1.5, is above one',
  });
  expect(readPmf('{"PUSH": 60, "HIT": 40}', closed)).toMatchObject({ ok: false });
});

test("where raters may choose several labels only an open set may sum above one", () => {
  const several = { severalLabels: true };
  const reply = '{"PUSH": 0.75, "HIT": 0.5, "OTHER": 0.25}';
  expect(readPmf(reply, { ...open, ...several })).toMatchObject({
    answer: { masses: [0.75, 0.5], other: 0.25 },
  });
  expect(readPmf('{"PUSH": 1, "HIT": 1}', { ...closed, ...several })).toMatchObject({
    answer: { masses: [0.5, 0.5] },
  });
});

test("candidates with keys of their own are read by those, and the answer has their labels", () => {
  const programs = ["print(1)\nprint(2)", "B"];
  const lettered = { ...open, candidates: programs, keys: ["A", "B"] };
  expect(readPmf('{"a": 0.5, "B": 0.25, "OTHER": 0.25}', lettered)).toEqual({
    ok: true,
    answer: { labels: programs, masses: [0.5, 0.25], other: 0.25 },
    notes: ['read the key "a" as "A"'],
  });
  expect(readPmf('{"A": 0.5, "OTHER": 0.5}', lettered)).toEqual({
    ok: false,
    reason: 'the reply does not fit: it has no number for "B"',
  });
});

test("a zero comes with the unit of the last digit that the reply shows, scaled as the masses are", () => {
  const resolution = (reply: string, set: Set = open) => {
    const read = readPmf(reply, set);
    return read.ok ? (read.answer as Pmf).resolution : read.reason;
  };
  expect(resolution('{"PUSH": 0.00, "HIT": 0.3, "OTHER": 0.7}')).toBe(0.01);
  expect(resolution('{"PUSH": 0, "HIT": 0.25, "OTHER": 0.25}')).toBe(0.02);
  expect(resolution('{"PUSH": 0, "HIT": 1}', closed)).toBeUndefined();
  expect(resolution('{"PUSH": 0.1, "HIT": 0.2, "OTHER": 0.7}')).toBeUndefined();
});
