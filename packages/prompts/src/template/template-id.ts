import type { Kind, Question } from "@promptnce/core";
import type { InterventionName } from "../slots/intervention-named.ts";

/** `task/kind`, and for another way of asking `task/kind/intervention`. */
export function templateId(task: string, kind: Kind, intervention?: InterventionName): string {
  return intervention === undefined ? `${task}/${kind}` : `${task}/${kind}/${intervention}`;
}

/** The id that the template of a question has, whether or not there is one. */
export function templateIdOf(question: Question): string {
  const { task, kind } = question;
  const intervention = kind === "conditional" ? question.intervention?.name : undefined;
  return templateId(task, kind, intervention);
}
