import type { Question } from "@promptnce/core";
import { expect, it } from "vitest";
import { findTemplate } from "../catalogue/find-template.ts";
import { scoredPlain } from "./scored-plain.ts";

const find = scoredPlain(findTemplate);

it("scores as plain text what would be the answer in a chat, and changes no other wording", () => {
  const asked = { kind: "likelihood", task: "words", x: { cue: "SHOVE" }, y: "PUSH", sample: 0 } as const;
  const chat: Question = { ...asked, scoring: { template: "chat", span: "assistant-turn" } };
  const plain: Question = { ...asked, scoring: { template: "plain", span: "content" } };
  expect(find(chat).render(chat)).toBe(findTemplate(plain).render(plain));
  expect(find(chat).continuation?.(chat)).toEqual(findTemplate(plain).continuation?.(plain));
  const other: Question = { kind: "marginal", task: "words", y: "PUSH", sample: 0 };
  expect(find(other)).toBe(findTemplate(other));
});
