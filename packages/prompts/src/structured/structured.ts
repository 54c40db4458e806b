import type { JsonSchema, Label, Question } from "@promptnce/core";
import type { CandidateKeys } from "../slots/candidate-keys.ts";
import { replyKey } from "../reading/reply-key.ts";
import { replySchema } from "./reply-schema.ts";
import type { PromptTemplate } from "../template/template.ts";

/** The id of a template's wording for structured mode: `words/open.structured`. */
export function structuredId(id: string): string {
  return `${id}.structured`;
}

/**
 * The template for a kind that is answered with one number, sent with a schema: the very text of
 * the faithful one, whose keys are constant as they are. Its version is the text's.
 */
export function structuredNumber(template: PromptTemplate): PromptTemplate {
  const { kind, intervention } = template;
  const key = replyKey(kind);
  if (key === undefined) throw new Error(`The template ${template.id} asks for no single number.`);
  const notes = ["notes", "string"] as const;
  const answer = [key, "number"] as const;
  // As the prompts name them: the ranking comes before the number it leads to.
  const ranked = intervention === "generate-then-rank";
  const properties = ranked ? [notes, answer] : kind === "grounded" ? [answer] : [answer, notes];
  const schema = replySchema(properties);
  return { ...template, id: structuredId(template.id), schema: () => schema };
}

/** The template for a kind over a set, its keys constant for every number of candidates. */
export function structuredSet(
  template: PromptTemplate,
  keys: CandidateKeys,
  other: (keys: readonly string[]) => string,
): PromptTemplate {
  const schemaFor = (candidates: readonly Label[]): JsonSchema => {
    const names = keys(candidates);
    const all = template.kind === "open" ? [...names, other(names)] : names;
    return replySchema(all.map((name) => [name, "number"]));
  };
  return {
    ...template,
    id: structuredId(template.id),
    schema: (question: Question) => {
      if (question.kind === "closed" || question.kind === "open") {
        return schemaFor(question.candidates);
      }
      throw new Error(`The template ${template.id} takes no question of kind ${question.kind}.`);
    },
  };
}
