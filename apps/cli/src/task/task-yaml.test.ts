import { taskSchema } from "@promptnce/prompts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTask } from "@promptnce/rows/tasks";
import { type TaskAnswers, taskLines, taskYaml } from "./task-yaml.ts";

const answers: TaskAnswers = {
  person: "a rater",
  sees: "ONE comment",
  fields: ["comment", "time"],
  event: "names the emotion",
  label: "emotion",
};
const text = fc.string({ unit: "grapheme", maxLength: 30 });
const phrase = fc
  .oneof(
    text,
    fc.constantFrom(
      "yes",
      "null",
      "1e3",
      "a: b",
      "# no",
      "- x",
      "'q",
      '"q"',
      "[a, b]",
      "{a: b}",
      "a #b",
      "&a *b",
      "!t",
      "%x",
      "a\nb\n",
      "| x",
      "> x",
      "?",
      "~",
      "0o7",
      "2001-01-01",
      "@a",
      "`b`",
      "..",
      "---",
      "a:",
      "\t",
      "so .",
      "so..",
    ),
  )
  .filter((one) => !/\{\{|\}\}/.test(one) && !/^[\s.]*$/.test(one));

describe("a written task", () => {
  it("is read back as it was meant, whatever the answers are", () => {
    const reserved = /^(y|target|options|other|labels|examples|__proto__)$/;
    const name = text.filter(
      (one) => one.trim() === one && /^[^{}\p{Cc}]+$/u.test(one) && !reserved.test(one),
    );
    const fields = fc.uniqueArray(
      fc.oneof(name, fc.constantFrom("Review Text", "a, b", "a: b", "- [x]", "感情")),
      {
        minLength: 1,
      },
    );
    const given = fc.record({ person: phrase, sees: phrase, event: phrase, label: phrase, fields });
    fc.assert(
      fc.property(given, fc.option(phrase, { nil: undefined }), (said, plural) => {
        const all = { ...answers, ...said };
        const meant = taskSchema.parse({
          name: "mine",
          ...all,
          ...(plural !== undefined && { plural }),
        });
        expect(parseTask(taskYaml("mine", all, plural), "t.yaml")).toEqual(meant);
      }),
    );
  });

  it("explains each part in comments, with the person's own words", () => {
    const yaml = taskYaml("mine", answers);
    expect(yaml).toContain('# "A rater is shown ONE comment and names the emotion."');
    expect(yaml).toContain('add "plural:" if it is not emotions');
    expect(yaml).toContain('{"comment": HEADING} gives one a heading');
    expect(yaml).toContain('#   - {x: {"comment": "…", "time": "…"}, y: "…"}');
    expect(taskYaml("mine", answers, "feelings")).not.toContain('add "plural:"');
  });

  it("lists the labels of a scale in its order, as texts", () => {
    const yaml = taskLines("mine", answers, { scale: ["1", "very good", "10"] });
    expect(parseTask(yaml, "t.yaml")).toMatchObject({
      labels: ["1", "very good", "10"],
      ordered: true,
    });
    expect(yaml).not.toContain("If the labels are a scale");
  });

  it("names its schema, by which editors check it", () => {
    expect(taskYaml("mine", answers)).toMatch(
      /^# yaml-language-server: \$schema=https:\S+\.json\n/,
    );
  });

  it.each([
    [{ person: " " }, "--person: must not be empty"],
    [{ event: "does {{this}}" }, "--event: must not hold {{ or }}"],
    [{ fields: [] }, "--fields: must name at least one field of x"],
    [{ fields: ["a", "a"] }, "--fields: must name each field once"],
    [{ fields: ["a {b}"] }, "--fields: must be a name on one line, without braces"],
  ])("is refused for %j, with the name of the option", (wrong, sentence) => {
    expect(() => taskYaml("mine", { ...answers, ...wrong })).toThrow(sentence);
  });
});
