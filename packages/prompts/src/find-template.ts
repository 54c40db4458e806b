import type { FindTemplate } from "@promptnce/core";
import { quote } from "./quote.ts";
import type { PromptTemplate } from "./template.ts";
import { templateIdOf } from "./template-id.ts";
import { templates } from "./templates.ts";

const byId: ReadonlyMap<string, PromptTemplate> = new Map(
  templates.map((template) => [template.id, template]),
);

/** The template for a question's task, kind and intervention. Throws where there is none. */
export const findTemplate: FindTemplate = (question) => {
  const id = templateIdOf(question);
  const template = byId.get(id);
  if (template !== undefined) return template;
  const tasks = Array.from(new Set(templates.map(({ task }) => task)));
  const siblings = templates.filter(({ task }) => task === question.task);
  throw new Error(
    `There is no template ${quote(id)}: ` +
      (siblings.length === 0
        ? `the known tasks are ${tasks.join(", ")}.`
        : `the task has ${siblings.map((sibling) => sibling.id).join(", ")}.`),
  );
};
