import { describe, expect, it } from "vitest";
import { journalLine, journalText, type JournalLine } from "./journal-record.ts";
import { parseLine } from "./json-lines.ts";
import { entry } from "../testing/entry.test.support.ts";

const at = "2026-11-20T12:00:00.000Z";
const template = { id: "words/open", version: 1, sha256: "00ff" };
const plain: JournalLine = { v: 2, kind: "reply", ...entry("a"), at };
const full: JournalLine = {
  ...plain,
  template,
  attempt: 1,
  leftOut: { temperature: 0 },
  schema: { type: "object", properties: { a: { type: "number" } } },
  limit: 700,
  continuation: { text: "dog", template: "chat", system: "", span: "content" },
  options: ["A", "B"],
  decision: { instructions: "Which?", options: [{ id: "c1", description: "dog" }] },
  charge: true,
  reply: {
    text: "",
    stop: "failed",
    failure: { kind: "status", status: 400, message: "bad" },
    usage: { inputTokens: 1, outputTokens: 0, cachedTokens: 1, reasoningTokens: 0.5 },
    id: "r-1",
    served: { model: "m-2026", tier: "default" },
    batch: false,
  },
};
const { key } = full;
const sending = { v: 2, kind: "sending", key, provider: "p", model: "m", at } as const;
const lines: readonly JournalLine[] = [
  plain,
  full,
  { ...sending, sending: true },
  { ...sending, sending: false, template: { id: "words/open", version: 1 } },
];

describe("a line of a journal", () => {
  it.each(lines)("is read as it was written, and is what its schema takes: %#", (line) => {
    const text = journalText(line);
    expect(parseLine(text, journalLine)).toEqual({ value: line });
    expect(journalLine.schema.parse(JSON.parse(text))).toEqual(line);
  });

  it.each(lines)("is refused where a letter of it was changed, whatever its form: %#", (line) => {
    const text = journalText(line);
    for (const changed of [text.replace("2026", "2025"), text.replace('"p', '"q')]) {
      expect(changed).not.toBe(text);
      expect(parseLine(changed, journalLine)).toHaveProperty("reason");
    }
  });

  it("is taken with members that a later version may write, if it has its checksum", () => {
    const later = { ...plain, later: 1 };
    expect(parseLine(journalText(later), journalLine)).toEqual({ value: later });
    expect(parseLine(JSON.stringify(later), journalLine)).toEqual({
      reason: "has no checksum at its end",
    });
  });

  it("is of a kind and a version that this program knows, whatever its checksum", () => {
    const read = (line: object) => parseLine(journalText(line as JournalLine), journalLine);
    expect(read({ ...plain, v: 3 })).toMatchObject({ kind: "newer" });
    expect(read({ ...plain, kind: "other" })).toMatchObject({
      reason: expect.stringContaining("is not a journal record (kind: ") as string,
    });
  });
});
