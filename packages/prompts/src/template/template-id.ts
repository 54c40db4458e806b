import type { Kind, Question, QuestionOf } from "@promptnce/core";
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

/** The question, if it is one of the template with that id. Throws where it is not. */
export function ownQuestion<K extends Kind>(id: string, kind: K, question: Question): QuestionOf<K> {
  const asked = templateIdOf(question);
  if (asked === id) return question as QuestionOf<typeof kind>;
  throw new Error(`The template ${id} cannot take a question of ${asked}: use findTemplate.`);
}
