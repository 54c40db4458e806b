import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { promptnce } from "../promptnce.test.support.ts";
import { classFiles } from "./class-files.test.support.ts";

describe("wrong usage and bad files", () => {
  it.each([
    [["score"], 2, "name the attempts, or see how it looks with --demo"],
    [["score", "a.csv", "--demo"], 2, "--demo brings its own class"],
    [["score", "ATTEMPTS"], 2, "--summaries: name a CSV of summaries"],
    [["score", "--demo", "--k", "1"], 2, "--k: give a whole number from 2 to 26"],
    [["score", "--demo", "--k", "27"], 2, "--k: give a whole number from 2 to 26"],
    [["score", "--demo", "--variant", "past"], 2, '"past" is none of compression, future'],
    [["score", "--demo", "--model", "x"], 2, "who serves x?"],
    [["score", "--demo", "--settings", "[1]"], 2, "--settings: give a JSON object"],
    [["score", "nowhere.csv", "--summaries", "SUMMARIES"], 1, "nowhere.csv cannot be read (ENOENT)"],
    [["score", "ATTEMPTS", "--summaries", "ATTEMPTS"], 1, 'attempts.csv, line 1: there is no column "kind"'],
    [["score", "ATTEMPTS", "--summaries", "SUMMARIES", "--window", "99"], 1, "No student has 99 different attempts"],
    [
      ["score", "ATTEMPTS", "--summaries", "SUMMARIES", "--k", "20"],
      1,
      "There is nothing to compare for compression: all attempts",
    ],
    [
      ["score", "ATTEMPTS", "--summaries", "SUMMARIES", "--summaries", "SUMMARIES"],
      1,
      'has a summary of kind "expert" already',
    ],
    [["score", "ATTEMPTS", "--summaries", "SUMMARIES", "--events", "Submit"], 1, "only a ProgSnap2 folder has events"],
    [
      ["score", "--demo", "--out", "SUMMARIES"],
      1,
      "summaries.csv/manifest.json cannot be written to (ENOTDIR): allow writing there",
    ],
    [["score", "--demo", "--out", "/proc/none/q"], 1, "/proc/none/q/manifest.json cannot be written to"],
    [["score", "--demo", "--out", "/proc/none"], 1, "/proc/none/manifest.json cannot be written to"],
    [["summarise", "ATTEMPTS", "--out", "/proc/none/q.csv"], 1, "/proc/none/q.csv cannot be written to"],
    [["summarise", "-"], 2, "summarise reads and writes files, so - is none: name the attempts"],
    [["summarise", "ATTEMPTS", "--out", "-"], 2, "so - is none: name one with --out"],
    [["summarise", "ATTEMPTS", "--kind", " "], 2, "Give a name."],
    [["summarise"], 2, "missing required argument 'attempts'"],
    [["summarise", "SUMMARIES"], 1, 'summaries.csv, line 1: there is no column "task"'],
  ])("%j ends with %i and one sentence", async (args, code, sentence) => {
    const { folder, attempts, summaries } = classFiles();
    const given = args.map((arg) => (arg === "ATTEMPTS" ? attempts : arg === "SUMMARIES" ? summaries : arg));
    const out = given.includes("--out") ? [] : ["--out", join(folder, "out")];
    const { status, stdout, stderr } = await promptnce([...given, ...out]);
    expect({ status, stdout }).toEqual({ status: code, stdout: "" });
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/^error: /m);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
