import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it } from "vitest";
import { readCsv } from "../testing/read-csv.test.support.ts";
import { type Entry, entryLine, type EntryScore, readEntries } from "./entry.ts";
import { leaderboard } from "./leaderboard.ts";
import { challenge } from "./truthful.test.support.ts";
import { versions } from "./versions.ts";

const own = join(import.meta.dirname, "../../challenge");
const ownFiles = ["base-rates", "simulated", "smollm2-135m"].map((name) =>
  join(own, `${name}.jsonl`),
);

/** An entry with one score. */
function entryOf(name: string, score: Partial<EntryScore> = {}, more: Partial<Entry> = {}): Entry {
  const { sha256 } = versions[0]!;
  return {
    challenge: 1,
    name,
    simulated: false,
    predictions: "0".repeat(64),
    pairs: { "words-1": sha256! },
    scores: [
      {
        version: "words-1",
        measure: "PMI",
        pairs: 500,
        scored: 500,
        rho: { value: 0.5, standardError: 0.03 },
        shows: "pairs",
        ...score,
      },
    ],
    ...more,
  };
}

/** A file of these lines. */
function fileOf(...lines: readonly string[]): string {
  const path = join(newFolder(), "entries.jsonl");
  writeFileSync(path, lines.join(""));
  return path;
}

describe("the leaderboard", () => {
  it("puts those that show the pairs first, then the others, and those not judged last", () => {
    const rho = (value: number) => ({ rho: { value } });
    const [table] = leaderboard([
      entryOf("base rates", { ...rho(0.85), shows: "nothing" }),
      entryOf("half", { ...rho(0.95), shows: "too few" }),
      entryOf("good", rho(0.6)),
      entryOf("constant", { ...rho(Number.NaN), shows: "nothing" }),
      entryOf("better", rho(0.7)),
    ]);
    const names = table!.rows.map(([, name]) => name);
    expect(names).toEqual(["better", "good", "base rates", "constant", "half"]);
  });

  it("marks in its title an entry of the simulated respondent, and the table", () => {
    const [table] = leaderboard([entryOf("A", {}, { simulated: true }), entryOf("B")]);
    expect(table!.rows.map(([, name]) => name)).toEqual(["A (simulated)", "B"]);
    expect(table!.simulated).toContain("not of a language model");
    expect(leaderboard([entryOf("B")])[0]!.simulated).toBeUndefined();
  });

  it("says of a world that no person made it", () => {
    const [table] = leaderboard([entryOf("A", { version: "synthetic-words-1" })]);
    expect(table!.simulated).toContain("synthetic-words-1: made by a program");
  });

  it("calls the unit of an error by its name where all entries have that unit", () => {
    const [table] = leaderboard([entryOf("A", { byUnit: 0.1, unit: "context" })]);
    expect(table!.columns).toContainEqual({ id: "by_unit_se", title: "± by context", digits: 2 });
  });

  it("is written as Markdown, CSV and a page, and printed", async () => {
    const out = newFolder();
    const path = fileOf(entryLine(entryOf("<A>", { rho: { value: Number.NaN } })));
    const { code, stdout } = await challenge("table", path, "--out", out);
    expect(code).toBe(0);
    const markdown = readFileSync(join(out, "leaderboard.md"), "utf8");
    expect(stdout).toContain(markdown);
    expect(markdown).toContain("no value");
    const [row] = await readCsv(join(out, "challenge-pmi.csv"));
    expect(row).toMatchObject({ version: "words-1", entry: "<A>", simulated: "false" });
    const page = readFileSync(join(out, "leaderboard.html"), "utf8");
    expect(page).toContain("1 of 1 scores with PMI show which y goes with which x.");
    expect(page).not.toContain("<A>");
  });

  it("of the committed entries is the committed one", async () => {
    const { stdout } = await challenge("table", ...ownFiles);
    expect(readFileSync(join(own, "leaderboard.md"), "utf8")).toBe(stdout);
  });
});

describe("readEntries", () => {
  it("reads back what was written, with a figure that has no value", () => {
    const entry = entryOf("A", { rho: { value: Number.NaN, standardError: Number.NaN } });
    expect(readEntries([fileOf(entryLine(entry), "\n", entryLine(entry))])).toEqual([entry, entry]);
  });

  it("finds every committed entry of the simulated respondent marked as such", () => {
    const marks = ownFiles.map((path) => readEntries([path]).map(({ simulated }) => simulated));
    expect(marks.map((file) => new Set(file))).toEqual([
      new Set([false]),
      new Set([true]),
      new Set([false]),
    ]);
  });

  it.each([
    ["no JSON", "{\n", /line 1 is not an entry: write it with bench challenge score --out/],
    ["another format", `${JSON.stringify({ ...entryOf("A"), challenge: 2 })}\n`, /is not an entry/],
    [
      "a version that does not exist",
      entryLine(entryOf("A", { version: "words-9" })),
      /is not an entry/,
    ],
    [
      "scores of other pairs",
      entryLine(entryOf("A", {}, { pairs: { "words-1": "0" } })),
      /line 1 was scored on other pairs than those of words-1/,
    ],
  ])("refuses %s", (_, line, sentence) => {
    expect(() => readEntries([fileOf(line)])).toThrow(sentence);
  });

  it("refuses two entries on different pairs of a version without a committed hash", () => {
    const score = { version: "goemotions-1" };
    const lines = ["a", "b"].map((sha256) =>
      entryLine(entryOf("A", score, { pairs: { "goemotions-1": sha256 } })),
    );
    expect(() => readEntries([fileOf(...lines)])).toThrow(/line 2 was scored on other pairs/);
  });
});
