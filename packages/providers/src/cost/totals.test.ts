import { describe, expect, it } from "vitest";
import type { JournalRecord } from "../journal/journal-record.ts";
import { entry } from "../testing/entry.ts";
import { totals } from "./totals.ts";

const at = "2026-11-20T12:00:00.000Z";
const record = (prompt: string, reply: Partial<JournalRecord["reply"]> = {}): JournalRecord => {
  const made = entry(prompt);
  return { v: 1, ...made, reply: { ...made.reply, ...reply }, at };
};

describe("totals", () => {
  it("counts every reply, also those of one request asked twice", () => {
    const { usage: _, ...withoutUsage } = record("c", { stop: "refusal" }).reply;
    const records = [
      record("a"),
      record("b", { stop: "length", usage: { inputTokens: 10, outputTokens: 20 } }),
      record("a"),
      { ...record("c"), reply: withoutUsage },
    ];
    expect(totals(records)).toEqual({
      replies: 4,
      requests: 3,
      stops: { end: 2, length: 1, refusal: 1, other: 0 },
      inputTokens: 16,
      outputTokens: 30,
      withoutUsage: 1,
    });
  });

  it("is zero for an empty journal", () => {
    expect(totals([])).toMatchObject({ replies: 0, requests: 0, inputTokens: 0 });
  });
});
