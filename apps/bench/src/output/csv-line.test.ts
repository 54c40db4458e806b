import Papa from "papaparse";
import { expect, it } from "vitest";
import { csvLine } from "./csv-line.ts";

const characters = "aé1\",;'=-\r\n\t \uFEFF\u00A0".split("");
const texts = characters.flatMap((first) =>
  characters.flatMap((second) => [first, first + second, `${first}x${second}`]),
);

it("writes the bytes that Papa Parse writes", () => {
  for (const cell of [...texts, "", 0, -1.5, 1e-7, Number.NaN, undefined]) {
    expect(csvLine(["name", cell])).toBe(`${Papa.unparse([["name", cell]], { newline: "\n" })}\n`);
  }
});
