import { written } from "@promptnce/core/errors";
import { describe, expect, it } from "vitest";
import { type RowRecord, tableOf } from "../input/table.ts";
import { omittedMass, readRecorded } from "./read-recorded.ts";

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

  it("are scaled by one rule, with a constant column as context and without", async () => {
    const sums = [
      [0.6, 0.8, 1],
      [0.3, 0.3],
      [0.55, 0.5],
      [0.2, 0.8],
    ];
    const rows = sums.flatMap((masses, x) =>
      masses.map((mass, y) => ({ x: `x${x}`, all: "one", label: `y${x}${y}`, mass })),
    );
    const one = rows.map((row) => ({ ...row, x: "x", set: row.x }));
    const readings = async (given?: string) =>
      (await read(one, given === undefined ? {} : { given })).sets.map(({ reading }) =>
        reading.ok ? [reading.answer.masses, reading.answer.doubtfulSum] : reading.reason,
      );
    expect(await readings()).toEqual([
      [[0.25, 0.8 / 2.4, 1 / 2.4].map((mass) => expect.closeTo(mass, 12)), 2.4],
      [[0.3, 0.3], undefined],
      [[0.55, 0.5], undefined],
      [[0.2, 0.8], undefined],
    ]);
    expect(await readings("all")).toEqual(await readings());
  });

  it("may omit options: the sets and the mean mass that they omit are counted", async () => {
    const masses = [
      ["a", "yes", 0.5],
      ["a", "no", 0.3],
      ["b", "yes", 0.6],
      ["b", "no", 0],
      ["c", "yes", 0.7],
      ["c", "no", 0.3],
      ["d", "yes", 0],
      ["d", "no", 0],
    ] as const;
    const recorded = await read(masses.map(([x, label, mass]) => ({ x, label, mass })));
    expect(omittedMass(recorded)).toEqual({ sets: 2, of: 3, mean: expect.closeTo(0.3, 12) });
    expect(omittedMass(await read(mood))).toMatchObject({ sets: 0 });
  });

  it.each([{}, { given: "question" }])(
    "make a set unreadable where one was left empty, or all are 0: %o",
    async (named) => {
      const { sets } = await read(
        [
          { question: "q", x: "a", label: "joy", mass: 0.4 },
          { question: "q", x: "a", label: "fear", mass: "" },
          { question: "q", x: "b", label: "joy", mass: 0 },
        ],
        named,
      );
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
    },
  );

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
      "line 1: human_count is -1; a number of 0 or more was expected.",
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
    await expect(read([])).rejects.toThrow("rows has a header but no rows: add some.");
  });
});

describe("percent signs", () => {
  const shares = [17.5, 36.9, 34.2, 11.4];
  const file = (write: (share: number, set: number) => string | number): RowRecord[] =>
    [0, 1, 2].flatMap((set) =>
      shares.map((share, i) => ({ x: `x${set}`, label: `y${i}`, mass: write(share, set) })),
    );
  const wanted = shares.map((share) => expect.closeTo(share / 100, 12));

  it.each([
    ["in every set", (share: number) => `${share}%`],
    ["in no set", (share: number) => share],
    [
      "in one set of percentages",
      (share: number, set: number) => (set === 0 ? `${share} %` : share),
    ],
    [
      "in one set of fractions",
      (share: number, set: number) => (set === 0 ? `${share}%` : share / 100),
    ],
    [
      "in all sets but one, of fractions",
      (share: number, set: number) => (set === 0 ? share / 100 : `${share}%`),
    ],
    ["in some cells of a set", (share: number) => (share > 20 ? `${share}%` : share)],
  ])("%s are converted once", async (_, write) => {
    const { sets, notes } = await read(file(write));
    expect(sets.map(({ masses }) => masses)).toEqual([wanted, wanted, wanted]);
    expect(notes).toEqual([]);
  });
});

describe("sums of sets that are said", () => {
  const notes = async (rows: readonly RowRecord[], named?: Parameters<typeof readRecorded>[1]) =>
    (await read(rows, named)).notes.map((note) => written(note));
  const set = (x: string, stem: string, ...masses: readonly (number | string)[]): RowRecord[] =>
    masses.map((mass, i) => ({ x, stem, label: `${stem} ${i}`, mass }));

  it("are those of two questions with one stem, which a column of the context tells apart", async () => {
    const rows = [
      ...set("Aland", "values", "60%", "40%"),
      ...set("Aland", "life", "48%", "52%"),
      ...set("Bland", "values", "50%", "50%"),
    ];
    expect(await notes(rows)).toEqual([
      'Masses sum to more than 1.05 in 1 of 2 sets: "Aland" (from line 1) 2.00. If several questions or answers of an x are taken for one there, add the column that tells them apart to the context (`columns.given`), or a column named set.',
    ]);
    expect(await notes(rows, { given: "stem" })).toEqual([]);
  });

  it("are unlike those of most sets", async () => {
    const rows = ["a", "b", "c", "d", "e"].flatMap((x) =>
      x === "c" ? set(x, "s", 0.3, 0.1) : set(x, "s", 0.6, 0.38),
    );
    expect(await notes(rows)).toEqual([
      'Masses of 1 of 5 sets sum to something else than the 0.98 of most: "c" (from line 5) 0.40. Look whether these sets lack labels or hold those of others.',
    ]);
  });

  it("are not those that rounding or omitted answers explain", async () => {
    const rows = [0.34, 0.35, 0.3, 0.33, 0.32].flatMap((mass, i) =>
      set(`x${i}`, "s", mass, 0.33, 0.33),
    );
    expect(await notes(rows)).toEqual([]);
  });
});
