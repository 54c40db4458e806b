import type { NullContext, Question, QuestionOf } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { findTemplate } from "../catalogue/find-template.ts";
import { readPrompt } from "../catalogue/read-prompt.ts";
import { specimen } from "../catalogue/specimen.test.support.ts";
import { templates } from "../catalogue/templates.ts";
import { scoredPlain } from "./likelihood-template.ts";

const scored = templates.filter(({ kind }) => kind === "likelihood");
type Scored = QuestionOf<"likelihood">;

describe.each(scored)("$id", (template) => {
  const question = specimen(template) as Scored;
  const asked = (changes: Partial<Scored>) => {
    const changed = { ...question, ...changes };
    return { prompt: template.render(changed), scored: template.continuation!(changed) };
  };
  const plain = { template: "plain", span: "content" } as const;

  it("makes y the whole of the assistant's turn, behind the system's and the user's", () => {
    const { prompt, scored: text } = asked({});
    for (const value of Object.values(question.x)) {
      expect(prompt).toContain(value);
    }
    expect(prompt).not.toContain(question.y);
    expect(text).toEqual({
      text: question.y,
      ...question.scoring,
      system: template.scoring!.system,
    });
  });

  it("says the same in a plain text, y one character behind it", () => {
    const { prompt, scored: text } = asked({ scoring: plain });
    expect(prompt).toBe(`${template.scoring!.system}\n\n${asked({}).prompt}\n\nANSWER:`);
    expect(text).toEqual({ ...plain, text: template.scoring!.lead + question.y });
  });

  it("puts Not available, a premise or nothing at all in the place of x", () => {
    const fields = Object.keys(question.x);
    const x = Object.fromEntries(fields.map((name) => [name, "Not available"]));
    expect(asked({ x: "not-available" })).toEqual(asked({ x }));
    expect(asked({ x: "premise" }).prompt).toBe(template.scoring!.premise);
    expect(asked({ x: "empty" })).toEqual({
      prompt: "",
      scored: { text: question.y, ...question.scoring },
    });
    expect(asked({ x: "empty", scoring: plain }).scored).toEqual(asked({ scoring: plain }).scored);
  });

  it.each(["not-available", "premise", "empty"] as const satisfies NullContext[])(
    "is read back from %s as about y alone, in a chat and in a plain text",
    (x) => {
      for (const scoring of [question.scoring, plain]) {
        const { prompt, scored: text } = asked({ x, scoring });
        const task = x === "empty" ? "" : template.task;
        expect(readPrompt(prompt, text)).toEqual({ task, kind: "likelihood", y: question.y });
      }
    },
  );

  it("refuses a question of another kind", () => {
    const other = { ...question, kind: "marginal" } as never;
    expect(() => template.render(other)).toThrow(`The template ${template.id} cannot take`);
  });
});

it("scores as plain text what would be the answer in a chat, and changes no other wording", () => {
  const find = scoredPlain(findTemplate);
  const asked = {
    kind: "likelihood",
    task: "words",
    x: { cue: "SHOVE" },
    y: "PUSH",
    sample: 0,
  } as const;
  const chat: Question = { ...asked, scoring: { template: "chat", span: "assistant-turn" } };
  const plain: Question = { ...asked, scoring: { template: "plain", span: "content" } };
  expect(find(chat).render(chat)).toBe(findTemplate(plain).render(plain));
  expect(find(chat).continuation?.(chat)).toEqual(findTemplate(plain).continuation?.(plain));
  const other: Question = { kind: "marginal", task: "words", y: "PUSH", sample: 0 };
  expect(find(other)).toBe(findTemplate(other));
});
