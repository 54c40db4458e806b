import { expect, it } from "vitest";
import { readCsv } from "./read-csv.ts";

/** The names and the first cells of delimited text. */
async function read(lines: readonly string[], columns: readonly string[] = []) {
  async function* text(): AsyncGenerator<string> {
    yield `${lines.join("\n")}\n`;
  }
  const options = { file: "a.csv", delimiter: ",", columns, header: 2 };
  for await (const [record] of readCsv(text(), options)) {
    return record && { names: record.columns, cells: record.columns.map(record.cell) };
  }
  return undefined;
}

it.each([
  [
    "of SurveyMonkey",
    [
      "ID,Country?,,Fruit?,,",
      ",Response,Other (please specify),Pears,Plums,Other",
      "7,Chile,,Pears,,x",
    ],
    [
      "ID",
      "Country?",
      "Country? - Other (please specify)",
      "Fruit? - Pears",
      "Fruit? - Plums",
      "Fruit? - Other",
    ],
  ],
  ["with an open question", ["a,Why?", ",Open-Ended Response", "1,so"], ["a", "Why?"]],
  ["without anything below", ["a,b", ",", "1,2"], ["a", "b"]],
])("a second line of a header %s names the columns of a group", async (_, lines, names) => {
  const found = await read(lines, [names.at(-1)!]);
  expect(found).toEqual({ names, cells: lines[2]!.split(",") });
});
