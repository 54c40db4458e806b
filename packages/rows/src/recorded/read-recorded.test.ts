import { describe, expect, it } from "vitest";
import { type RowRecord, tableOf } from "../input/table.ts";
import { readRecorded } from "./read-recorded.ts";

const read = async (rows: readonly RowRecord[], named: Parameters<typeof readRecorded>[1] = {}) =>
  readRecorded(await tableOf(rows), named);

const mood = [
  { x: "well done", label: "joy", mass: 0.6, human_count: 7 },
  { x: "well done", label: "fear", mass: 0.1, human_count: 1 },
  { x: "well done", label: "OTHER", mass: 0.3, human_count: 2 },
  { x: "beware", label: "fear", mass: 0.5, human_count: 5 },
  { x: "beware", label: "joy", mass: 0.5, human_count: 5 },
];

describe("recorded masses", () => {
  it("are a PMF a set, open where it has a row of OTHER, with a trial a label", async () => {
    const { sets, rows } = await read(mood);
    expect(sets.map(({ reading }) => reading.ok && reading.answer)).toEqual([
      expect.objectContaining({ labels: ["joy", "fear"], masses: [0.6, 0.1], other: 0.3 }),
      expect.not.objectContaining({ other: expect.anything() }),
    ]);
    expect(rows.map(({ trial }) => trial?.y)).toEqual(["joy", "fear", undefined, "fear", "joy"]);
  });

  it("have people's P(y|x) and P(y), in which those who gave OTHER count", async () => {
    const { survey, rows } = await read(mood);
    expect(survey.labels).toEqual(["joy", "fear"]);
    expect(survey.people!.conditional(rows[0]!.row.key, "joy")).toBe(0.7);
    expect(survey.people!.marginal.get("joy")).toBe(0.6);
  });

  it("are of nobody where a count was left empty", async () => {
    const { survey, rows } = await read([
      ...mood,
      { x: "new", label: "joy", mass: 1, human_count: "" },
    ]);
    expect(survey.people!.conditional(rows.at(-1)!.row.key, "joy")).toBeUndefined();
  });

  it("need no counts and no base rates", async () => {
    const { survey, rates } = await read(mood.map(({ x, label, mass }) => ({ x, label, mass })));
    expect([survey.people, rates.size]).toEqual([undefined, 0]);
  });

  it("are found in columns of other names, of several fields of x, and of id where there is no x", async () => {
    const named = { x: ["a", "b"], y: "answer", count: "n" };
    const two = { a: "p", b: "h", answer: "yes", mass: 0.4, n: 3 };
    const { columns, survey } = await read([two, { ...two, answer: "no", mass: 0.6 }], named);
    expect(columns).toMatchObject({
      x: [{ column: "a" }, { column: "b" }],
      y: "answer",
      count: "n",
    });
    expect(survey.labels).toEqual(["yes", "no"]);
    const byId = await read([
      { id: 1, label: "yes", mass: 0.4 },
      { id: 1, label: "no", mass: 0.6 },
    ]);
    expect(byId.columns.x).toEqual([{ field: "id", column: "id" }]);
  });

  it("are rescaled where they do not sum to one, and doubtful where they are far from it", async () => {
    const { sets } = await read([
      { x: "a", label: "joy", mass: 1 },
      { x: "a", label: "fear", mass: 1 },
    ]);
    expect(sets[0]!.reading).toMatchObject({
      ok: true,
      answer: { masses: [0.5, 0.5], doubtfulSum: 2 },
    });
  });

  it("stay as recorded where a closed set sums to less than one, and are doubtful where far less", async () => {
    const { sets } = await read([
      { x: "a", label: "joy", mass: 0.5 },
      { x: "a", label: "fear", mass: 0.3 },
    ]);
    expect(sets[0]!.reading).toMatchObject({
      ok: true,
      answer: { masses: [0.5, 0.3], doubtfulSum: 0.8 },
      notes: ["kept the sum: options without a row have the rest"],
    });
  });

  it("are read alike with and without a context", async () => {
    const sums = [0.6, 0.8, 1, 1.2, 0];
    const rows = sums.flatMap((sum, i) => [
      { x: `x${i}`, label: "joy", mass: 0.75 * sum, q: "one" },
      { x: `x${i}`, label: "fear", mass: 0.25 * sum, q: "one" },
    ]);
    const readings = async (named: Parameters<typeof read>[1]) => {
      const { sets } = await read(rows, named);
      return sets.map(({ reading: { ok, raw, ...rest } }) => ({
        ok,
        raw,
        ...("answer" in rest && { masses: rest.answer.masses, doubt: rest.answer.doubtfulSum }),
      }));
    };
    expect(await readings({ given: ["q"] })).toEqual(await readings({}));
  });

  it("leave a context without a base rate where all of its are 0", async () => {
    const rows = ["one", "two"].flatMap((q, i) => [
      { x: "a", label: "joy", mass: 0.5, q, base_rate: i * 0.5 },
      { x: "a", label: "fear", mass: 0.5, q, base_rate: i * 0.5 },
    ]);
    const { rates, withoutRate } = await read(rows, { given: ["q"] });
    expect([...rates.values()].map(({ context }) => context)).toEqual([{ q: "two" }]);
    expect(withoutRate).toBe(1);
  });

  it("make a set unreadable where one was left empty, or all are 0", async () => {
    const { sets } = await read([
      { x: "a", label: "joy", mass: 0.4 },
      { x: "a", label: "fear", mass: "" },
      { x: "b", label: "joy", mass: 0 },
    ]);
    expect(sets.map(({ reading }) => reading)).toEqual([
      {
        ok: false,
        reason: "the mass of fear was left empty",
        raw: expect.objectContaining({ sum: 0.4 }),
      },
      {
        ok: false,
        reason: "its probabilities sum to zero",
        raw: expect.objectContaining({ zeros: 1 }),
      },
    ]);
  });

  it("may have several sets of one x, of whose pairs each is counted once", async () => {
    const sets = ["small", "large"].flatMap((set) => mood.map((one) => ({ ...one, set })));
    const { survey, rows } = await read(sets);
    expect(survey.people!.conditional(rows[0]!.row.key, "joy")).toBe(0.7);
    const ids = rows.flatMap(({ trial }) => trial?.id ?? []);
    expect(new Set(ids).size).toBe(8);
  });

  it.each([
    [
      { label: "joy", mass: 1 },
      "rows, line 1: there is no column x; give the columns x (or id), label and mass,",
    ],
    [{ x: "a", mass: 1 }, "rows, line 1: there is no column label; give"],
    [{ x: "a", label: "joy" }, "rows, line 1: there is no column mass; give"],
    [{ x: "a", label: " ", mass: 1 }, 'rows, line 1: label is " "; a name was expected.'],
    [
      { x: "a", label: "joy", mass: 37 },
      'rows, line 1: mass is "37"; a probability from 0 to 1 was expected.',
    ],
    [
      { x: "a", label: "joy", mass: 1, human_count: "many" },
      'line 1: human_count is "many"; a number was expected.',
    ],
    [
      { x: "a", label: "joy", mass: 1, human_count: -1 },
      "line 1: human_count is -1; a number from 0 was expected.",
    ],
    [{ x: "a", label: "joy", mass: 1, base_rate: 2 }, 'line 1: base_rate is "2"; a probability'],
  ])("that are wrong are told with line and column: %o", async (row, sentence) => {
    await expect(read([row])).rejects.toThrow(sentence);
  });

  it("are told apart: a label comes once in a set, and has one base rate", async () => {
    const row = { x: "a", label: "joy", mass: 1, base_rate: 0.5 };
    await expect(read([row, row])).rejects.toThrow(
      "rows, line 2: this set has joy already; add a column set that tells the sets of an x apart.",
    );
    await expect(read([row, { ...row, x: "b", base_rate: 0.4 }])).rejects.toThrow(
      "rows, line 2: base_rate is 0.4, and 0.5 on an earlier line of joy; a label has one base rate; name the columns that it depends on, such as a survey's question, with `columns.given`.",
    );
    await expect(read([])).rejects.toThrow("rows has a header and no rows: give it rows.");
  });
});
