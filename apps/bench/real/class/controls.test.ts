import { expect, it } from "vitest";
import { controlsOf } from "./controls.ts";

const own = [
  { student: "ada", kind: "own", summary: "Writes loops. Forgets zero, e.g. in sums." },
  { student: "bea", kind: "own", summary: "Names things well and at length." },
  { student: "cyd", kind: "own", summary: "Short." },
];

const controls = controlsOf(own);
const textsOf = (kind: string) =>
  controls.filter((row) => row.kind === kind).map(({ summary }) => summary);

it("gives each student a text of each control, and none that her own summary's author saw", () => {
  expect(controls.map(({ student, kind }) => `${student}: ${kind}`)).toEqual(
    own.flatMap(({ student }) =>
      ["generic", "another student's", "shortened", "filler"].map((kind) => `${student}: ${kind}`),
    ),
  );
  expect(controls.some((row) => "window" in row)).toBe(false);
});

it("gives each student the summary of the next, and the last that of the first", () => {
  expect(textsOf("another student's")).toEqual([own[1], own[2], own[0]].map((row) => row?.summary));
});

it("shortens to the first sentence, and fills as many words with nothing about programs", () => {
  expect(textsOf("shortened")).toEqual([
    "Writes loops.",
    "Names things well and at length.",
    "Short.",
  ]);
  expect(textsOf("filler").map((text) => text.split(" ").length)).toEqual([7, 6, 1]);
  const [long] = controlsOf([
    { student: "ada", kind: "own", summary: "word ".repeat(300).trim() },
  ]).filter(({ kind }) => kind === "filler");
  expect(long?.summary.split(" ")).toHaveLength(300);
});

it("has one generic text for all", () => {
  expect(new Set(textsOf("generic")).size).toBe(1);
});
