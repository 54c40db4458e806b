import { describe, expect, it } from "vitest";
import { runState } from "./run-state.ts";

const counts = { done: 1200, total: 2000, questions: 1200, unreadable: 0, failed: 0 };
const all = { ...counts, done: 2000, questions: 2000 };
const ended = "The server could not be reached.";

describe("the state of a run", () => {
  it.each([
    ["goes on", counts, "running"],
    ["goes on after an earlier run had failed", { ...counts, ended }, "running"],
  ])("is `running` while it %s", (_, status, state) => {
    expect(runState({ running: true, reported: false, status })).toBe(state);
  });

  it.each([
    ["was killed", counts, /^stopped at 1,200 of 2,000 \(60 %\) without a word: the same command/],
    [
      "was killed at its start",
      { ...counts, done: 0, questions: 0 },
      /first answer without a word/,
    ],
    ["ended by an error", { ...counts, ended }, `stopped at 1,200 of 2,000 (60 %): ${ended}`],
    [
      "almost came to its end",
      { ...counts, done: 1999, ended },
      `stopped at 1,999 of 2,000 (99 %): ${ended}`,
    ],
    [
      "had no answer at all",
      { ...counts, done: 9, questions: 9, failed: 9, ended },
      `stopped before the first answer: ${ended}`,
    ],
    [
      "ended before it counted anything",
      { done: 0, total: 0, questions: 0, unreadable: 0, failed: 0, ended },
      `stopped before the first answer: ${ended}`,
    ],
    ["asked everything, but is not whole", { ...all, failed: 3, ended }, `failed: ${ended}`],
    ["is done", all, "done"],
    ["is done, with one failure", { ...all, failed: 1 }, "done, but 1 request failed"],
    ["is done, with failures", { ...all, failed: 1010 }, "done, but 1,010 requests failed"],
  ])("says of one that %s how far it came, and why it ended", (_, status, state) => {
    expect(runState({ running: false, reported: false, status })).toMatch(state);
  });

  it("is known of a run without a status only where it has a page", () => {
    expect(runState({ running: false, reported: true })).toBe("done");
    expect(runState({ running: false, reported: false })).toMatch(/^not running/);
  });
});
