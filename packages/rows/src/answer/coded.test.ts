import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it } from "vitest";
import { written } from "@promptnce/core/errors";
import { prepared, shares } from "./people.test.support.ts";

const codes = { 1: "Agree", 2: "Disagree", 8: "Don't know" };
const expected = { towns: { Agree: 2 / 3, Disagree: 1 / 3 }, villages: { "Don't know": 1 } };
const columns = { y: "Q1", count: "rows" };

describe("codes of a survey are read as the labels of its codebook, whether", () => {
  it("a program of statistics wrote them as 1.0", async () => {
    const path = join(newFolder(), "survey.csv");
    writeFileSync(path, "x,Q1\ntowns,1.0\ntowns,2.0\ntowns,1.0\nvillages,8.0\n");
    expect(await shares({ path, format: "csv" }, columns, { codes })).toEqual(expected);
  });

  it("they are numbers of objects", async () => {
    const rows = [1, 2, 1].map((code) => ({ x: "towns", Q1: code }));
    const table = [...rows, { x: "villages", Q1: 8 }];
    expect(await shares(table, columns, { codes })).toEqual(expected);
  });

  it("some are labels already, or have blanks around them", async () => {
    const rows = ["Agree", " 2", "1 "].map((code) => ({ x: "towns", Q1: code }));
    const table = [...rows, { x: "villages", Q1: "8" }];
    expect(await shares(table, columns, { codes })).toEqual(expected);
  });

  it("several stand in a cell, as check boxes export them", async () => {
    const rows = ["1,2", "1", "2,1", "8"].map((code) => ({ x: "towns", Q1: code }));
    const named = { ...columns, several: true };
    const found = await shares(rows, named, { codes });
    expect(found).toEqual({ towns: { Agree: 3 / 4, Disagree: 1 / 2, "Don't know": 1 / 4 } });
    const { notes } = await prepared(rows, named, { codes });
    expect(written(notes[0]!)).toContain('1,2 is read as "Agree" and "Disagree", of one person.');
  });

  it("raters gave them", async () => {
    const rows = [
      { x: "towns", r1: "1", r2: "2", r3: "1" },
      { x: "villages", r1: "8", r2: "99" },
    ];
    const found = await shares(rows, { y: undefined, raters: ["r1", "r2", "r3"] }, { codes });
    expect(found).toEqual(expected);
  });
});

describe("a codebook", () => {
  it("lists the labels that may occur, in its order", async () => {
    const rows = ["2", "1", "2"].map((code, i) => ({ x: `note ${i}`, Q1: code }));
    const { survey } = await prepared(rows, columns, { codes });
    expect(survey.labels).toEqual(["Agree", "Disagree", "Don't know"]);
  });

  it("tells 01 from 1, and makes one label of two codes that mean the same", async () => {
    const rows = ["01", "1", "1.00", "2"].map((code) => ({ x: "towns", Q1: code }));
    const book = { "01": "Nord", 1: "Süd", 2: "Süd" };
    expect(await shares(rows, columns, { codes: book })).toEqual({
      towns: { Nord: 1 / 4, Süd: 3 / 4 },
    });
  });

  it("says which codes it lacks, and leaves their answers out", async () => {
    const rows = ["1", "2", "9", "-99", "9", ""].map((code) => ({ x: "towns", Q1: code }));
    const { survey, notes } = await prepared(rows, columns, { codes });
    expect(survey).toMatchObject({ rows: 2, unusable: { rows: 4 } });
    expect(notes.map((note) => written(note))).toEqual([
      'Q1 holds codes that `labels` does not list: "9" (2 times, first on line 3), "-99" (once, first on line 4). These answers are left out.',
    ]);
  });

  it("leaves texts for no value to be counted as missing, unless it lists them", async () => {
    const rows = ["1", "NA", "NA", "2"].map((code) => ({ x: "towns", Q1: code }));
    const { survey } = await prepared(rows, columns, { codes });
    expect(survey.missing).toEqual([{ column: "Q1", text: "NA", rows: 2 }]);
    const listed = { ...codes, NA: "Not asked" };
    expect(await shares(rows, columns, { codes: listed })).toEqual({
      towns: { Agree: 1 / 4, "Not asked": 1 / 2, Disagree: 1 / 4 },
    });
  });

  it("counts a person once of whose codes it lacks one", async () => {
    const rows = ["9;1", "1;2", "9"].map((code) => ({ x: "towns", Q1: code }));
    const found = await shares(rows, { ...columns, several: true }, { codes });
    expect(found).toEqual({ towns: { Agree: 1, Disagree: 1 / 2 } });
  });
});

describe("rows are chosen by their values", () => {
  const rows = [
    { x: "towns", Q1: "Agree", wave: 3, kind: "a" },
    { x: "towns", Q1: "Disagree", wave: "3.0", kind: "b" },
    { x: "towns", Q1: "Disagree", wave: "2", kind: "b" },
    { x: "towns", Q1: "Agree", wave: 3, kind: "total" },
    { x: "villages", Q1: "Agree", wave: 3 },
  ];

  it("in one column or several, each with one value or several", async () => {
    const where = { wave: 3, kind: ["a", "b"] };
    expect(await shares(rows, { ...columns, where })).toEqual({
      towns: { Agree: 1 / 2, Disagree: 1 / 2 },
    });
    expect(await shares(rows, { ...columns, where: { kind: "b" } }, { codes })).toEqual({
      towns: { Disagree: 1 },
    });
  });

  it("that a cell may lack, as drop-outs do", async () => {
    expect(await shares(rows, { ...columns, where: { kind: "" } }, { codes })).toEqual({
      villages: { Agree: 1 },
    });
  });

  it("or another value, behind a name with !", async () => {
    expect(await shares(rows, { ...columns, where: { "kind!": ["a", "b"] } }, { codes })).toEqual({
      towns: { Agree: 1 },
      villages: { Agree: 1 },
    });
  });

  it("and the others are left out, which is said", async () => {
    const { survey, notes, unitCount } = await prepared(rows, { ...columns, where: { wave: 3 } });
    expect([survey.rows, unitCount]).toEqual([4, 4]);
    expect(notes.map((note) => written(note))).toEqual([
      "`columns.where` keeps 4 of 5 rows; the others are left out of the result too.",
    ]);
  });

  it("or refused where none has them, with those that there are", async () => {
    const where = { wave: 7 };
    await expect(prepared(rows, { ...columns, where })).rejects.toThrow(
      'rows: none of its 5 rows matches `columns.where`; wave holds "3", "3.0", "2".',
    );
    const path = join(newFolder(), "survey.csv");
    writeFileSync(path, "x,Q1\ntowns,1\n");
    const table = { path, format: "csv" } as const;
    await expect(prepared(table, { ...columns, where })).rejects.toThrow(
      "there is no column wave; the columns are x, Q1.",
    );
  });
});
