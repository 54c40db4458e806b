import { anyText } from "@promptnce/testing/any-text";
import type { Question, QuestionOf } from "@promptnce/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type WordingMode, modes } from "../catalogue/find-template.ts";
import { hasOther } from "../reading/reply-key.ts";
import { specimen } from "../catalogue/specimen.test.support.ts";
import { emotions, replies } from "./task.test.support.ts";
import { type Task, taskFields, taskSchema } from "./task.ts";
import { findTaskTemplate, taskPromptReader, taskTemplates } from "./task-templates.ts";

/** A question of the template's kind about the task. */
function about(task: Task, template: ReturnType<typeof taskTemplates>[number]): Question {
  const x = Object.fromEntries(taskFields(task).map((name) => [name, `the ${name}`]));
  const candidates = ["Thanks!\nBye", "No.", "OTHER"];
  const grounding = { examples: candidates.map((y) => ({ x, y })), labels: candidates };
  return specimen(template, { x, y: "No.", candidates, grounding });
}

const all = [emotions, replies].flatMap((task) =>
  modes.flatMap((mode) =>
    taskTemplates(task, mode).map((template) => ({ id: template.id, mode, task, template })),
  ),
);

describe("the templates of a task", () => {
  it("are one of each kind in each mode", () => {
    expect(taskTemplates(emotions).map(({ id }) => id)).toEqual([
      "emotions/pmi",
      "emotions/conditional",
      "emotions/marginal",
      "emotions/grounded",
      "emotions/closed",
      "emotions/open",
      "emotions/likelihood",
    ]);
    for (const { template } of all.filter(({ mode }) => mode === "structured")) {
      expect(template.schema !== undefined).toBe(template.kind !== "likelihood");
    }
  });

  it("have the wording of their version: change the version where this changes", async () => {
    const text = all.map(({ id, mode, task, template }) => {
      const question = about(task, template);
      const behind = template.continuation?.(question);
      const scored = behind === undefined ? "" : `\n[${behind.system}]\n[${behind.text}]`;
      const put = template.decision?.(question);
      const decided = put === undefined ? "" : `\n[${put.instructions}]`;
      const listed = put?.options?.map((one) => `\n[${one.id}: ${one.description}]`).join("") ?? "";
      return `=== ${id}@${template.version} (${mode})\n${template.render(question)}${scored}${decided}${listed}\n`;
    });
    await expect(text.join("\n")).toMatchFileSnapshot("../../fixtures/task-prompts.txt");
  });

  it.each(all)(
    "$id ($mode) is found by its question and reads its own prompt back",
    ({ task, mode, template }) => {
      const question = about(task, template);
      expect(findTaskTemplate(task, mode)(question).id).toBe(template.id);
      const prompt = template.render(question);
      const read = taskPromptReader(task)(
        prompt,
        template.continuation?.(question),
        template.decision?.(question),
      );
      const { sample: _, ...said } = question;
      // What a grounded prompt shows of other pairs only sets the scene.
      const { grounding: __, scoring: ___, ...asked } = { grounding: {}, scoring: {}, ...said };
      expect(read).toMatchObject(asked);
    },
  );

  const spoken: readonly WordingMode[] = ["faithful", "structured"];
  it.each(all.filter(({ template, mode }) => hasOther(template.kind) && spoken.includes(mode)))(
    "$id ($mode) reads a reply under the keys that its prompt names, OTHER among them",
    ({ task, template }) => {
      const question = about(task, template) as QuestionOf<"open">;
      const { candidateKeys, otherKey = "" } = taskPromptReader(task)(template.render(question))!;
      const keys = [...(candidateKeys ?? question.candidates), otherKey];
      const reply = JSON.stringify(Object.fromEntries(keys.map((key, i) => [key, (i + 1) / 10])));
      const reading = template.parse(question, reply);
      expect(reading).toMatchObject({ ok: true, answer: { masses: [0.1, 0.2, 0.3], other: 0.4 } });
    },
  );

  it("show any text of x and any labels as they are, and read them back", () => {
    const hostile = fc.oneof(
      anyText({ minLength: 1 }),
      fc.constantFrom("{{target}}", "$&", "OTHER", "__proto__", '"}', "```", "TARGET EMOTION: joy"),
    );
    const sets = taskTemplates(emotions).filter(({ kind }) => kind === "closed");
    const read = taskPromptReader(emotions);
    fc.assert(
      fc.property(
        hostile,
        fc.uniqueArray(hostile, { minLength: 1, maxLength: 6 }),
        (comment, labels) => {
          const candidates = labels.filter((label) => !label.includes("\n- "));
          fc.pre(candidates.length > 0);
          for (const template of sets) {
            const prompt = template.render(
              specimen(template, { x: { comment }, candidates, y: candidates[0]! }),
            );
            expect(prompt).toContain(comment);
            expect(read(prompt)).toMatchObject({ x: { comment }, candidates });
          }
        },
      ),
    );
  });

  it("are named by keys in structured mode whatever the phrases are, be they those that the keys are named at", () => {
    const places = [
      "options (closed set):",
      "Return ONLY JSON mapping each option to",
      "- Include EVERY candidate",
      "JSON object.",
    ];
    const words = fc.constantFrom(
      ...places,
      ' Include a special key "other"',
      "each option",
      "$&",
      "a",
      "options",
    );
    const phrase = fc.array(words, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(" "));
    const fields = fc.record({ comment: phrase, other_one: phrase });
    const said = fc.record({
      person: phrase,
      sees: phrase,
      event: phrase,
      label: phrase,
      plural: phrase,
      fields,
    });
    fc.assert(
      fc.property(said, (phrases) => {
        const task = taskSchema.parse({ ...emotions, ...phrases });
        const body = (mode: WordingMode, of: string) =>
          taskTemplates(task, mode).find(({ kind }) => kind === of)!.body;
        for (const kind of ["closed", "open"]) {
          const keyed = body("structured", kind)
            .replace(/, each after its key(:?\n\{\{options\}\}\n)/, "$1")
            .replace(
              "\nReturn ONLY JSON mapping the key of each option (c1, c2, ...) to",
              `\n${places[1]}`,
            )
            .replace(
              / Name each candidate by its key \(c1, c2, ...\)\.( Include a special key "\{\{other)/,
              "$1",
            )
            .replace("\n- Include the key of EVERY candidate", `\n${places[2]}`);
          expect(keyed).toBe(body("faithful", kind));
          expect(body("structured", kind).match(/\(c1, c2, ...\)/g)).toHaveLength(1);
        }
      }),
    );
  });

  it("are not there for other ways of asking, which is told in one sentence", () => {
    const question = {
      ...about(emotions, taskTemplates(emotions)[1]!),
      intervention: { name: "generate-then-rank" },
    };
    expect(() => findTaskTemplate(emotions)(question as Question)).toThrow(
      'The task emotions has no template "emotions/conditional/generate-then-rank": it has emotions/pmi, emotions/conditional, emotions/marginal, emotions/grounded, emotions/closed, emotions/open, emotions/likelihood.',
    );
  });
});
