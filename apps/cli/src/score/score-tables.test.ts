import { noteText } from "#report";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { type CsvTable, scoreCsv, scoreMarkdown } from "./table-text.ts";
import {
  comparisonsTable,
  pairsTable,
  rankingTable,
  studentsTable,
  studentTables,
} from "./score-tables.ts";
import { scoredOf } from "./scored.test.support.ts";

/** Of three verdicts on Ada's attempts `own` wins one and ties one; of Bea's it wins its one. */
const some = scoredOf([
  { student: "ada", masses: { own: 0.8, generic: 0.2 } },
  { student: "ada", masses: { own: 0.3, generic: 0.3 } },
  { student: "ada", masses: { own: 0.1, generic: 0.2 } },
  { student: "bea", masses: { own: 0.6, generic: 0.5 } },
  { student: "bea", masses: { own: 0.6, generic: undefined } },
]);

/** The same of ten students, enough for an interval. */
const many = scoredOf(
  [1, 2, 3, 4, 5].flatMap((i) => [
    { student: `ada ${i}`, masses: { own: 0.8, generic: 0.2 } },
    { student: `ada ${i}`, masses: { own: 0.3, generic: 0.3 } },
    { student: `ada ${i}`, masses: { own: 0.1, generic: 0.2 } },
    { student: `bea ${i}`, masses: { own: 0.6, generic: 0.5 } },
  ]),
);

/** The rows by the ids of their columns. */
function cells({ columns, rows }: CsvTable) {
  return rows.map((row) => {
    expect(row).toHaveLength(columns.length);
    return Object.fromEntries(columns.map(({ id }, i) => [id, row[i]]));
  });
}

describe("the ranking", () => {
  it("has one row per method and kind, the best first, with ties counted as one half", () => {
    const [best, last, ...rest] = cells(rankingTable([some], undefined));
    expect(rest).toEqual([]);
    expect(best).toMatchObject({
      variant: "Compression",
      method: "PromptNCE",
      kind: "own",
      win_rate: 2.5 / 4,
      opponents: 1,
    });
    expect(last).toMatchObject({ kind: "generic", win_rate: 1.5 / 4 });
  });

  it.each([
    ["the ranking", rankingTable],
    ["each two", pairsTable],
  ])("%s: has the number of students, and from ten on an error and an interval", (_, tableOf) => {
    const grid = tableOf([many], undefined);
    const [row] = cells(grid);
    expect(row).toMatchObject({ win_rate: 2.5 / 4, students: 10 });
    expect(row?.["standard_error"]).toBeGreaterThan(0);
    expect(row?.["low"]).toBeLessThan(2.5 / 4);
    expect(row?.["high"]).toBeGreaterThan(2.5 / 4);
    expect(grid.notes.map(noteText).join(" ")).not.toContain("too few");
    expect(scoreCsv(grid)).not.toContain("too few");
  });

  it.each([
    ["the ranking", rankingTable],
    ["each two", pairsTable],
  ])("%s: has neither with two students, and says why to people and to programs", (_, tableOf) => {
    const grid = tableOf([some, many], undefined);
    const [row] = cells(grid);
    expect(row).toMatchObject({
      win_rate: 2.5 / 4,
      students: 2,
      standard_error: undefined,
      low: undefined,
      high: undefined,
    });
    const text = scoreMarkdown(grid);
    expect(text).toContain("Fewer than 10 students");
    expect(text.split("too few")).toHaveLength(2);
    expect(text).toMatch(/\| +0\.625 \| +2 \| +– \| +– \| +– \|/);
    const lines = Papa.parse<Record<string, string>>(scoreCsv(grid), {
      header: true,
      skipEmptyLines: true,
    }).data;
    expect(lines[0]).toMatchObject({
      students: "2",
      standard_error: "",
      low: "",
      high: "",
      remark: expect.stringMatching(/^2 students have a verdict: too few/),
    });
    expect(lines.at(-1)).toMatchObject({ students: "10", remark: "" });
  });

  it("names a method by its title", () => {
    expect(cells(rankingTable([scoredOf([], "mine")], undefined))).toEqual([]);
    const one = scoredOf([{ student: "ada", masses: { a: 0.5, b: 0.4 } }], "mine");
    expect(cells(rankingTable([one], "a rehearsal"))[0]).toMatchObject({ method: "mine" });
    expect(rankingTable([one], "a rehearsal").simulated).toBe("a rehearsal");
  });
});

describe("each two summaries", () => {
  it("have wins, ties, losses and comparisons without a verdict", () => {
    const [pair, ...rest] = cells(pairsTable([some], undefined));
    expect(rest).toEqual([]);
    expect(pair).toMatchObject({
      first: "own",
      second: "generic",
      wins: 2,
      ties: 1,
      losses: 1,
      absent: 1,
      win_rate: 2.5 / 4,
    });
  });

  it("are reported if more than half of the verdicts are ties", () => {
    const tie = { student: "ada", masses: { own: 0.3, generic: 0.3 } };
    const win = { student: "bea", masses: { own: 0.4, generic: 0.3 } };
    const notes = (...verdicts: (typeof tie)[]) =>
      pairsTable([scoredOf(verdicts)], undefined)
        .notes.map(noteText)
        .join(" ");
    expect(notes(tie, tie, win)).toContain(
      "Compression, PromptNCE, own against generic: 2 of 3 are ties.",
    );
    expect(notes(tie, win)).not.toContain("are ties");
  });

  it("have no rate if they were never compared", () => {
    const unread = scoredOf([{ student: "ada", masses: { own: 0.3, generic: undefined } }]);
    const [row] = cells(pairsTable([unread], undefined));
    expect(row).toMatchObject({ wins: 0, ties: 0, losses: 0, absent: 1 });
    expect(row?.["win_rate"]).toBeNaN();
  });
});

describe("the grid of comparisons", () => {
  it("has one row per comparison and kind with the elicited numbers, and no code", () => {
    const grid = comparisonsTable([some], undefined);
    const rows = cells(grid);
    expect(rows).toHaveLength(5 * 2);
    expect(rows[0]).toEqual({
      variant: "compression",
      method: "promptnce",
      comparison: "ada/compression/1",
      student: "ada",
      task: "t1",
      kind: "own",
      conditional: 0.8,
      pmi: Math.log(0.8),
      status: "ok",
    });
    expect(rows.at(-1)).toMatchObject({
      kind: "generic",
      conditional: undefined,
      status: "unreadable",
    });
    expect(JSON.stringify(grid)).not.toContain('"code"');
  });
});

describe("student by student", () => {
  it("the grid has points and their number of verdicts, and no rate without a verdict", () => {
    const unread = scoredOf([{ student: "cyd", masses: { own: undefined, generic: 0.1 } }]);
    expect(
      cells(studentsTable([some], undefined)).map(({ student, kind, points, of, win_rate }) => [
        student,
        kind,
        points,
        of,
        win_rate,
      ]),
    ).toEqual([
      ["ada", "own", 1.5, 3, 0.5],
      ["ada", "generic", 1.5, 3, 0.5],
      ["bea", "own", 1, 1, 1],
      ["bea", "generic", 0, 1, 0],
    ]);
    for (const { of, win_rate } of cells(studentsTable([unread], undefined)))
      expect([of, win_rate]).toEqual([0, Number.NaN]);
  });

  it("the tables of the page have one column per method and kind, empty without a verdict", () => {
    const unread = scoredOf(
      [
        { student: "ada", masses: { own: undefined, generic: 0.1 } },
        { student: "bea", masses: { own: 0.1, generic: 0.2 } },
      ],
      "InfoNCE",
    );
    const [table, ...rest] = studentTables([some, unread], undefined);
    expect(rest).toEqual([]);
    expect(table?.title).toBe("Compression");
    expect(table?.columns.map(({ title }) => title)).toEqual([
      "Student",
      "own (PromptNCE)",
      "generic (PromptNCE)",
      "own (InfoNCE)",
      "generic (InfoNCE)",
    ]);
    expect(table?.rows).toEqual([
      ["ada", 0.5, 0.5, undefined, undefined],
      ["bea", 1, 0, 0, 1],
    ]);
  });
});
