import type * as clack from "@clack/prompts";
import { afterEach, describe, expect, it, vi } from "vitest";
import { describeTable } from "@promptnce/rows/description";
import { askColumns } from "./ask-columns.ts";

const [select, multiselect] = [vi.fn<typeof clack.select>(), vi.fn<typeof clack.multiselect>()];
const prompts = {
  select: select as typeof clack.select,
  multiselect: multiselect as typeof clack.multiselect,
  isCancel: ((answer) => typeof answer === "symbol") as typeof clack.isCancel,
};
const start = {
  delimiter: undefined,
  columns: ["text", "mood", "n"],
  rows: [(column: string) => `a ${column}`],
};
/** The columns with these names, which hold numbers from 0 where their names are in `amounts`. */
const columnsOf = (names: readonly string[], amounts: readonly string[]) => {
  const row = (column: string) => (amounts.includes(column) ? "3" : `a ${column}`);
  return describeTable({ columns: names, rows: [row] }).columns;
};
const columns = columnsOf([...start.columns, "wt"], ["n", "wt"]);
const guess = { x: ["text"], y: "mood", count: "n" };

afterEach(() => {
  select.mockReset();
  multiselect.mockReset();
});

describe("askColumns", () => {
  it("asks for the weight where a column seems to be one, and says what a row counts as", async () => {
    select.mockResolvedValueOnce("mood").mockResolvedValueOnce("n").mockResolvedValueOnce("wt");
    multiselect.mockResolvedValueOnce(["text"]);
    const weighed = { ...start, columns: [...start.columns, "wt"] };
    const roles = { ...guess, weight: "wt" };
    expect(await askColumns(weighed, {}, { columns, roles, shape: "counted" }, prompts)).toEqual(
      roles,
    );
    const [, , weight] = select.mock.calls.map(([prompt]) => prompt);
    expect([weight?.message, weight?.initialValue]).toEqual([
      "Which column weighs the rows, as in a survey? (a row then counts as n × its weight in people)",
      "wt",
    ]);
  });

  it("asks nothing of a cross table, whose groups are what people were shown", async () => {
    const roles = { x: [], y: "answer", groups: ["women", "men"] };
    const cross = { ...start, columns: ["answer", "women", "men"] };
    expect(
      await askColumns(
        cross,
        { groups: roles.groups },
        { columns, roles, shape: "groups" },
        prompts,
      ),
    ).toEqual(roles);
    expect(select).not.toHaveBeenCalled();
    expect(multiselect).not.toHaveBeenCalled();
  });

  it("does not ask for columns given as options", async () => {
    expect(
      await askColumns(
        start,
        { ...guess, count: false },
        { columns, roles: guess, shape: "counted" },
        prompts,
      ),
    ).toEqual({
      ...guess,
      count: undefined,
    });
    expect(select).not.toHaveBeenCalled();
  });

  it("asks for y, x and the counts on standard error, with the guesses preselected", async () => {
    select.mockResolvedValueOnce("text").mockResolvedValueOnce("");
    multiselect.mockResolvedValueOnce(["mood"]);
    expect(
      await askColumns(start, {}, { columns, roles: guess, shape: "counted" }, prompts),
    ).toEqual({
      x: ["mood"],
      y: "text",
      count: undefined,
    });
    const [y, count] = select.mock.calls.map(([prompt]) => prompt);
    expect([y?.initialValue, y?.options.map(({ value }) => value)]).toEqual([
      "mood",
      ["text", "mood", "n"],
    ]);
    expect(y?.options[0]).toMatchObject({ hint: "a text" });
    expect(multiselect.mock.calls[0]?.[0]).toMatchObject({
      initialValues: [],
      output: process.stderr,
    });
    expect([count?.initialValue, count?.options.map(({ value }) => value)]).toEqual([
      "n",
      ["", "n"],
    ]);
  });

  it("offers a column of weights as a count too, which it is no longer if chosen", async () => {
    select.mockResolvedValueOnce("n");
    const given = { x: ["text"], y: "mood" };
    const weighed = { columns, roles: { ...given, weight: "n" }, shape: "answers" } as const;
    expect(await askColumns(start, given, weighed, prompts)).toEqual({
      ...given,
      count: "n",
      weight: undefined,
    });
    expect(select.mock.calls[0]?.[0].options.map(({ value }) => value)).toEqual(["", "n"]);
  });

  it("offers no column as a count that holds no numbers, and asks for none where all do not", async () => {
    const timed = { ...start, columns: ["Timestamp", "text", "mood"] };
    const given = { x: ["text"], y: "mood" };
    const described = { columns: columnsOf(timed.columns, []), roles: given };
    expect(await askColumns(timed, given, { ...described, shape: "answers" }, prompts)).toEqual({
      ...given,
      count: undefined,
      weight: undefined,
    });
    expect(select).not.toHaveBeenCalled();
  });

  it("writes no task if the user cancels", async () => {
    select.mockResolvedValueOnce(Symbol("cancel"));
    await expect(
      askColumns(start, {}, { columns, roles: guess, shape: "counted" }, prompts),
    ).rejects.toThrow("No study was written.");
  });
});
