import type { Kind, Question } from "@promptnce/core";
import type { InterventionName } from "../slots/intervention-slots.ts";

/** `task/kind`, and for another way of asking `task/kind/intervention`. */
export function templateId(task: string, kind: Kind, intervention?: InterventionName): string {
  return intervention === undefined ? `${task}/${kind}` : `${task}/${kind}/${intervention}`;
}

/** The id that the template of a question has, whether or not there is one. */
export function templateIdOf(question: Question): string {
  const { task, kind } = question;
  return templateId(task, kind, kind === "conditional" ? question.intervention?.name : undefined);
}

/** Throws where the question is not one of the template with that id. */
export function checkQuestion(id: string, question: Question): void {
  const asked = templateIdOf(question);
  if (asked !== id) throw new Error(`The template ${id} cannot take a question of ${asked}: use findTemplate.`);
}
