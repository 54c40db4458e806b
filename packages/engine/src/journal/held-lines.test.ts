import { describe, expect, it } from "vitest";
import { heldLines } from "./held-lines.ts";
import type { JournalLine } from "./journal-record.ts";

const MIB = 1 << 20;

function line(key: string): JournalLine {
  const at = "2026-01-01T00:00:00.000Z";
  return { v: 2, kind: "sending", key, provider: "p", model: "m", at, sending: true };
}

describe("heldLines", () => {
  it("returns the very line that was added, by its offset", () => {
    const held = heldLines();
    const [a, b] = [line("a"), line("b")];
    held.add(a, 0, 10);
    held.add(b, 11, 10);
    expect(held.get(0)).toBe(a);
    expect(held.get(11)).toBe(b);
    expect(held.get(10)).toBeUndefined();
  });

  it("lists the lines added so far, and none of those added while the list is gone through", () => {
    const held = heldLines();
    held.add(line("a"), 0, 10);
    const seen: string[] = [];
    for (const { key } of held.all ?? []) {
      seen.push(key);
      held.add(line("b"), 11, 10);
    }
    expect(seen).toEqual(["a"]);
    expect(held.all?.map(({ key }) => key)).toEqual(["a", "b"]);
  });

  it("holds nothing any more once the text of all lines is above 8 MiB", () => {
    const held = heldLines();
    held.add(line("a"), 0, 8 * MIB);
    expect(held.get(0)?.key).toBe("a");
    held.add(line("b"), 8 * MIB + 1, 1);
    expect(held.get(0)).toBeUndefined();
    expect(held.all).toBeUndefined();
  });
});
