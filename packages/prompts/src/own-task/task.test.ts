import { describe, expect, it } from "vitest";
import { findTaskTemplate, taskPromptReader } from "./task-templates.ts";
import { taskFields, taskSchema } from "./task.ts";

const given = {
  name: "emotions",
  person: "a rater",
  sees: "ONE comment from Reddit",
  event: "names the emotion that it expresses most",
  label: "emotion",
  fields: ["comment"],
};

/** The first thing wrong, with its place. */
function mistake(task: object): string {
  const [issue] = taskSchema.safeParse(task).error?.issues ?? [];
  return issue === undefined ? "nothing" : `${issue.path.join(".")}: ${issue.message}`;
}

describe("a task", () => {
  it("is complete with who is observed, what they see, what they do, what a label is, and the fields of x", () => {
    expect(taskSchema.parse(given)).toEqual({ ...given, several: false, long: false, hints: [] });
  });

  it("takes phrases over several lines and with a full stop, and puts them on one line without", () => {
    expect(taskSchema.parse({ ...given, sees: "ONE comment\n  from Reddit.\n" }).sees).toBe(
      "ONE comment from Reddit",
    );
  });

  it("has its fields in the order given, named alone or with headings", () => {
    expect(taskFields({ fields: ["b", "a"] })).toEqual(["b", "a"]);
    expect(taskFields({ fields: { b: "B", a: "A" } })).toEqual(["b", "a"]);
  });

  const example = (x: string, y = "joy") => ({ x: { comment: x }, y });
  const four = ["1", "2", "3", "4"].map((x) => example(x));

  it.each([
    [{ ...given, person: undefined }, "person: is missing"],
    [{ ...given, person: 3 }, 'person: must be text; put it in quotes: "3"'],
    [{ ...given, several: "yes" }, "several: must be true or false"],
    [{ ...given, hints: "few" }, "hints: must be a list"],
    [
      { ...given, fields: 3 },
      "fields: must be a list of names, as [comment], or names with headings, as {comment: COMMENT}",
    ],
    [
      { ...given, fields: { target: "X" } },
      "fields.target: must not be called target, which is a word of the prompts themselves: take another name, and give its column as name=target",
    ],
    [
      { ...given, examples: ["joy"] },
      "examples.0: must be a pair of x and y, as {x: {comment: Well done}, y: joy}",
    ],
    [
      { ...given, examples: [{ x: "a", y: "b" }] },
      "examples.0.x: must give every field its text, as {comment: Well done}",
    ],
    [{ ...given, label: " . " }, "label: must not be empty"],
    [{ ...given, sees: "a {{comment}}" }, "sees: must not hold {{ or }}"],
    [
      { ...given, name: "My Task" },
      "name: must be of small letters, digits and hyphens, as my-comments",
    ],
    [{ ...given, name: "words" }, "name: must not be words, which is a task of the paper"],
    [{ ...given, lable: "emotion" }, ': Unrecognized key: "lable"'],
    [{ ...given, fields: [] }, "fields: must name at least one field of x"],
    [{ ...given, fields: {} }, "fields: must name at least one field of x"],
    [{ ...given, fields: ["a", "a"] }, "fields: must name each field once"],
    [
      { ...given, labels: ["joy"] },
      "labels: must hold at least two labels, or be left out: then they are those in the rows",
    ],
    [{ ...given, labels: ["joy", "joy"] }, "labels: must hold each label once"],
    [{ ...given, labels: ["joy", 1] }, 'labels.1: must be text; put it in quotes: "1"'],
    [{ ...given, labels: ["joy", true] }, 'labels.1: must be text; put it in quotes: "true"'],
    [{ ...given, synonyms: [["joy"]] }, "synonyms.0: must hold at least two labels"],
    [{ ...given, synonyms: ["joy"] }, "synonyms.0: must be a list"],
    [
      {
        ...given,
        synonyms: [
          ["joy", "glee"],
          ["glee", "fun"],
        ],
      },
      "synonyms: must hold each label once",
    ],
    [
      { ...given, labels: ["joy", "fear"], synonyms: [["joy", "glee"]] },
      "synonyms.0: holds glee, which is none of labels",
    ],
    [
      { ...given, examples: four.slice(1) },
      "examples: must hold at least four pairs, or be left out: then four of the rows are shown",
    ],
    [
      { ...given, examples: [...four.slice(1), example("2")] },
      "examples: must hold four pairs with different x",
    ],
    [
      { ...given, examples: [...four, { x: { text: "5" }, y: "joy" }] },
      "examples.4.x: must give comment, as fields says",
    ],
    [
      { ...given, examples: [...four, { x: { comment: "5", mood: "" }, y: "joy" }] },
      "examples.4.x.mood: is no field: fields names comment",
    ],
    [
      { ...given, labels: ["joy", "fear"], examples: [...four, example("5", "joi")] },
      "examples.4.y: is none of labels",
    ],
  ])("that is %j is refused: %s", (task, sentence) => {
    expect(mistake(task)).toBe(sentence);
  });

  it.each(["y", "target", "options", "other", "labels", "examples"])(
    "cannot have a field called %s, which is a word of the prompts",
    (name) => {
      expect(mistake({ ...given, fields: [name] })).toMatch(/^fields/);
      expect(mistake({ ...given, fields: { [name]: "X" } })).toMatch(/^fields/);
    },
  );

  it.each(["", " name", "a{b}", "two\nlines"])(
    "cannot have a field called %j, which is no name on a line",
    (name) => {
      expect(mistake({ ...given, fields: [name] })).toBe(
        "fields.0: must be a name on one line, without braces and without blanks around it, as comment",
      );
    },
  );

  it("has fields with blanks, signs and letters of any script, which its prompts show and read back", () => {
    for (const name of ["Review Text", "1st", "文章", "a.b|c (d)", "Größe, in cm", "$&", "\\d+"]) {
      const task = taskSchema.parse({ ...given, fields: [name] });
      const question = {
        kind: "conditional",
        task: task.name,
        x: { [name]: "It broke." },
        y: "joy",
        sample: 0,
      } as const;
      const prompt = findTaskTemplate(task)(question).render(question);
      expect(prompt).toContain(`${name.toUpperCase()}:\nIt broke.\n`);
      expect(taskPromptReader(task)(prompt)).toMatchObject({
        x: { [name]: "It broke." },
        y: "joy",
      });
    }
  });
});
