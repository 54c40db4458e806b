import { describe, expect, it } from "vitest";
import { prepared, shares } from "./people.test.support.ts";

const groups = ["women", "men"];
const columns = { groups, y: "answer", x: "group" };
const row = (answer: string, women: unknown, men: unknown) => ({ answer, women, men });

describe("a column for each group of people counts those who gave the row's label, whether", () => {
  const expected = { women: { yes: 0.75, no: 0.25 }, men: { yes: 0.4, no: 0.6 } };

  it.each([
    ["numbers count people", row("yes", 30, 4), row("no", "10", 6)],
    ["they are percentages", row("yes", "75 %", "40 %"), row("no", "25 %", "60%")],
    ["they are shares with decimal commas", row("yes", "0,75", "0,4"), row("no", "0,25", "0,6")],
  ])("%s", async (_, ...rows) => {
    expect(await shares(rows as never, columns)).toEqual(expected);
  });

  it("a label has several rows, which add up, or nobody of a group gave it", async () => {
    const rows = [row("yes", 1, 4), row("no", 1, ""), row("yes", 2, 0), row("no", "NA", 6)];
    expect(await shares(rows as never, columns)).toEqual(expected);
  });
});

it("a cross table says the same of people as a row for each group and label", async () => {
  const table = [row("yes", 30, 4), row("no", 10, 6), row("perhaps", 0, 5)];
  const melted = table.flatMap(({ answer, women, men }) => [
    { group: "women", answer, n: Number(women) },
    { group: "men", answer, n: Number(men) },
  ]);
  const counted = { x: "group", y: "answer", count: "n" };
  const some = melted.filter(({ n }) => n > 0);
  expect(await shares(table as never, columns)).toEqual(await shares(some, counted));
  const marginals = await Promise.all([prepared(table as never, columns), prepared(some, counted)]);
  const [first, second] = marginals.map(({ survey }) => survey.people?.marginal);
  expect(first).toEqual(second);
});

it("each question of a cross table is a context of its own", async () => {
  const rows = [
    { question: "Q1", ...row("yes", 3, 1) },
    { question: "Q1", ...row("no", 1, 1) },
    { question: "Q2", ...row("no", 1, 4) },
    { question: "Q2", ...row("yes", 1, 0) },
  ];
  expect(await shares(rows as never, { ...columns, given: "question" })).toEqual({
    "Q1 / women": { yes: 0.75, no: 0.25 },
    "Q1 / men": { yes: 0.5, no: 0.5 },
    "Q2 / women": { yes: 0.5, no: 0.5 },
    "Q2 / men": { no: 1 },
  });
});

it("says by an example how it is read", async () => {
  const { notes } = await prepared([row("yes", 3, 1), row("no", 1, 2)] as never, columns);
  expect(notes).toEqual([
    'Each of the columns is read as a group of people, and its number as how many of them, or what share, gave the label of the row: 3 of women gave "yes".',
  ]);
});

it("is refused beside a column of counts, and where a column is called group", async () => {
  const rows = [{ group: "a", ...row("yes", 1, 1) }];
  await expect(shares(rows as never, { ...columns, count: "men" })).rejects.toThrow(
    "columns.groups: these columns hold the numbers; leave out `columns.count`",
  );
  await expect(shares(rows as never, columns)).rejects.toThrow(
    "a column group already exists, and `columns.groups` adds one; rename it.",
  );
});
