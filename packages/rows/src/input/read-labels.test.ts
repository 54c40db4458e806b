import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "@promptnce/testing/new-folder";
import { readLabels } from "./read-labels.ts";

function labelsIn(content: string | Uint8Array): readonly string[] {
  const path = join(newFolder(), "labels.txt");
  writeFileSync(path, content);
  return readLabels(path).all;
}

it("the labels are the lines in their order, whatever they are called", () => {
  expect(labelsIn("joy\n__proto__\nOTHER\n")).toEqual(["joy", "__proto__", "OTHER"]);
});

it("line ends of Windows, empty lines, spaces around a label and a byte order mark are left out", () => {
  expect(labelsIn("\uFEFFjoy\r\n\r\n  two words\t\r\nfear")).toEqual(["joy", "two words", "fear"]);
});

it("a label ends at LF, CR or CRLF, in any mixture", () => {
  expect(labelsIn("joy\rfear\r\nanger\nawe")).toEqual(["joy", "fear", "anger", "awe"]);
});

it("a label in another case, or written with other code points, is another label", () => {
  expect(labelsIn("Joy\njoy\ncafé\ncafe\u0301")).toHaveLength(4);
});

it.each([
  [
    "a label that is there twice, by both lines",
    "joy\n\nfear\n joy \n",
    'labels.txt, line 4: the label "joy" is already on line 1; list each label once.',
  ],
  ["one label", "joy\n", "labels.txt holds 1 label: list two or more, one per line."],
  ["an empty file", "\n \n", "labels.txt holds 0 labels: list two or more, one per line."],
  [
    "what is not UTF-8",
    Uint8Array.of(0x6a, 0xf6, 0x79),
    "labels.txt is not UTF-8 text: save it as UTF-8.",
  ],
])("%s is refused", (_, content, sentence) => {
  expect(() => labelsIn(content)).toThrow(sentence);
});

it("a file that is not there, or is a folder, is refused with what was expected", () => {
  const folder = newFolder();
  mkdirSync(join(folder, "d"));
  const wanted = "give a file with one label a line.";
  expect(() => readLabels(join(folder, "none.txt"))).toThrow(`none.txt is not there: ${wanted}`);
  expect(() => readLabels(join(folder, "d"))).toThrow(`d is a folder: ${wanted}`);
});
