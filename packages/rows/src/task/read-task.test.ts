import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { newFolder } from "@promptnce/testing/new-folder";
import { parseTask, readTask } from "./read-task.ts";

const GOOD = `name: moods
person: a rater
sees: ONE comment
event: names the emotion
label: emotion
fields: [comment]
`;
const FOUR = `examples:
  - {x: {comment: a}, y: joy}
  - {x: {comment: b}, y: joy}
  - {x: {comment: c}, y: joy}
  - {x: {comment: d}, y: joy}
`;

const mistake = (text: string): string => {
  try {
    parseTask(text, "t.yaml");
  } catch (error) {
    return (error as Error).message;
  }
  return "none";
};

describe("a task in YAML", () => {
  it("is read with comments, folded text and a byte order mark", () => {
    const folded = GOOD.replace("ONE comment", ">\n  ONE\n  comment\n");
    expect(parseTask(`\uFEFF# mine\n${folded}`, "t.yaml").sees).toBe("ONE comment");
    expect(parseTask(GOOD + FOUR, "t.yaml").examples).toHaveLength(4);
  });

  it.each([
    ["", "t.yaml is empty: a task has name, person, sees, event, label and fields."],
    [
      "- a\n",
      't.yaml, line 1, column 1: a task consists of names with values, such as "label: emotion".',
    ],
    [
      GOOD.replace("[comment]", "[comment"),
      "t.yaml, line 7, column 1: Flow sequence in block collection must be sufficiently indented and end with a ]; correct the YAML there.",
    ],
    [
      `${GOOD}label: mood\n`,
      "t.yaml, line 7, column 1: Map keys must be unique; correct the YAML there.",
    ],
    [
      `${GOOD}  several: true\n`,
      "t.yaml, line 7, column 1: All mapping items must start at the same column; correct the YAML there.",
    ],
    [
      GOOD.replace("ONE comment", "*ONE* comment"),
      "t.yaml, line 3, column 7: *ONE* refers to an anchor that is not there; put text that begins with * in quotes.",
    ],
    [
      `${GOOD}---\n${GOOD}`,
      "t.yaml, line 7, column 1: a second document begins here; a file holds one task, so leave out what follows.",
    ],
    [`${GOOD}labels: [joy, " "]\n`, "t.yaml, line 7, column 15: labels 2 must not be empty."],
    [GOOD.replace("label: emotion\n", ""), "t.yaml, line 1, column 1: label is missing."],
    [
      GOOD.replace("label:", "lable:"),
      "t.yaml, line 5, column 1: lable has no place here: a task has name, person, sees, event, label, plural, fields, given, several, long, ordered, hints, labels, synonyms, examples.",
    ],
    [GOOD.replace("a rater", "[a, rater]"), "t.yaml, line 2, column 9: person must be text."],
    [
      GOOD.replace("a rater", "3"),
      't.yaml, line 2, column 9: person must be text; put it in quotes: "3".',
    ],
    [
      `${GOOD}labels: [yes, true]\n`,
      't.yaml, line 7, column 15: labels 2 must be text; put it in quotes: "true".',
    ],
    [
      `${GOOD}labels: [01, 02]\n`,
      't.yaml, line 7, column 10: labels 1 must be text; put it in quotes: "01".',
    ],
    [
      `${GOOD}labels: [a, 0x1F]\n`,
      't.yaml, line 7, column 13: labels 2 must be text; put it in quotes: "0x1F".',
    ],
    [
      `${GOOD}labels: [a, 1_0, 1.50]\n`,
      't.yaml, line 7, column 18: labels 3 must be text; put it in quotes: "1.50".',
    ],
    [`${GOOD}several: maybe\n`, "t.yaml, line 7, column 10: several must be true or false."],
    [
      GOOD.replace("[comment]", "[target]"),
      "t.yaml, line 6, column 10: fields 1 must not be called target, which is a word of the prompts themselves: take another name, and give its column as name=target.",
    ],
    [
      GOOD + FOUR.replace("  - {x: {comment: d}, y: joy}\n", ""),
      "t.yaml, line 8, column 3: examples must hold at least four pairs, or be left out: then four of the rows are shown.",
    ],
    [
      GOOD + FOUR.replace("comment: b", "text: b"),
      "t.yaml, line 9, column 9: examples 2, x must give comment, as fields says.",
    ],
    [
      GOOD + FOUR.replace("comment: b", "comment: b, mood: c"),
      "t.yaml, line 9, column 28: examples 2, x.mood is no field: fields names comment.",
    ],
    [
      GOOD + FOUR.replace("y: joy}", "y: joy, z: 1}"),
      "t.yaml, line 8, column 31: z has no place here: an example has x and y.",
    ],
    [
      `${GOOD}labels: [joy, fear]\n${FOUR.replace("b}, y: joy", "b}, y: joi")}`,
      "t.yaml, line 10, column 26: examples 2, y is none of labels.",
    ],
  ])("that is wrong is told with line and column: %#", (text, sentence) => {
    expect(mistake(text)).toBe(sentence);
  });

  it("that is a bomb of aliases, or nested too deep, is refused in a sentence", () => {
    const tenfold = (name: string, of: string): string =>
      `${name}: &${name} [${Array(10).fill(of).join(", ")}]\n`;
    const bomb = ["a", "b", "c", "d", "e", "f", "g"].map((name, i) =>
      tenfold(name, i === 0 ? "lol" : `*${"abcdef"[i - 1]}`),
    );
    expect(mistake(bomb.join(""))).toBe(
      "t.yaml: its aliases (*name) expand to more than can be read; write out the text instead.",
    );
    const aliases = `person: &a x\nlabels: [${"*a, ".repeat(20_000)}]\n`;
    expect(mistake(aliases)).toContain("its aliases (*name) expand to more than can be read");
    expect(mistake(`fields: ${"[".repeat(20_000)}${"]".repeat(20_000)}\n`)).toMatch(
      /^t\.yaml, line 1, column \d+: it is nested too deep from here on; a task consists of names with texts, lists and examples\.$/,
    );
  });

  it("that cannot be read is told with why", () => {
    const folder = newFolder();
    expect(() => readTask(join(folder, "none.yaml"))).toThrow(
      "none.yaml is not there: give a YAML file that describes a task",
    );
    const file = join(folder, "latin.yaml");
    writeFileSync(file, Buffer.from("person: caf\u00e9\n", "latin1"));
    expect(() => readTask(file)).toThrow("latin.yaml is not UTF-8 text: save it as UTF-8.");
  });
});
