import { describe, expect, it } from "vitest";
import { namedColumns, splitNames } from "./named-columns.ts";
import { tableOf } from "./table.ts";

describe("splitNames", () => {
  it.each([
    ["a question", "In a row of two seats, who gets the arm rest?"],
    ["an amount", "Income (1,000 EUR)"],
    ["a family name first", "Smith, Anna"],
    ["a unit in brackets", "Rooms, total [n]"],
    ["no blank after the comma", "age,sex"],
    ["a comma at its end", "Other,"],
  ])("takes %s whole", (_, name) => {
    const header = ["id", name, "age"];
    expect(splitNames(name, header)).toEqual([name]);
    expect(splitNames(`age,${name}`, header)).toEqual(["age", name]);
    expect(splitNames(`${name}, id`, header)).toEqual([name, "id"]);
    expect(splitNames(`cue=${name},age`, header)).toEqual([`cue=${name}`, "age"]);
  });

  it("prefers the longest name, where a part of it is a column too", () => {
    expect(splitNames("age,sex", ["age", "sex", "age,sex"])).toEqual(["age,sex"]);
  });

  it("separates what the header does not have at its commas", () => {
    expect(splitNames("no, such , one", ["a"])).toEqual(["no", "such", "one"]);
  });

  it("keeps the blanks that a column's name has", () => {
    expect(splitNames(" a ,b", [" a ", "b"])).toEqual([" a ", "b"]);
    expect(splitNames("b, a", [" a", "b"])).toEqual(["b", " a"]);
  });
});

it("looks at the table only if a text has a comma", async () => {
  const unread = { name: "rows", open: () => expect.unreachable() };
  const lists = { x: ["a"], given: undefined };
  expect(await namedColumns(unread, lists)).toEqual(lists);
  const rows = await tableOf([{ "a, b": "1" }, { "a, b": "2", c: "3" }]);
  expect(await namedColumns(rows, { x: ["c,a, b"], given: ["c"] })).toEqual({
    x: ["c", "a, b"],
    given: ["c"],
  });
});
