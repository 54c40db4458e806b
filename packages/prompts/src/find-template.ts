import type { FindTemplate } from "@promptnce/core";
import { quote } from "./quote.ts";
import { type PromptTemplate } from "./template.ts";
import { templates } from "./templates.ts";

const byId: ReadonlyMap<string, PromptTemplate> = new Map(
  templates.map((template) => [template.id, template]),
);

/** The template for a question's task and kind. Throws where there is none. */
export const findTemplate: FindTemplate = ({ task, kind }) => {
  const template = byId.get(`${task}/${kind}`);
  if (template !== undefined) return template;
  const tasks = Array.from(new Set(templates.map((known) => known.task)));
  throw new Error(
    `There is no template of the kind ${quote(kind)} for the task ${quote(task)}: ` +
      `the known tasks are ${tasks.join(", ")}.`,
  );
};
