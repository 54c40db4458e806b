import type { CallContext, Input, Label, Provider, Reply, Request } from "@promptnce/core";
import { taskPromptReader, taskSchema } from "@promptnce/prompts";
import { simulated } from "@promptnce/rehearsal";
import type { TaskPhrases } from "./task-phrases.ts";

type Topic = "billing" | "delivery" | "other";

/** A task with three labels and without examples. */
export const supportTask: TaskPhrases<"message", never, Topic> = {
  name: "support",
  person: "a support agent",
  sees: "ONE message from a customer",
  event: "files it under one topic",
  label: "topic",
  fields: ["message"],
  labels: ["billing", "delivery", "other"],
};

/** Four pairs for a grounded base rate. */
export const supportExamples: NonNullable<TaskPhrases<"message", never, Topic>["examples"]> = [
  { x: { message: "Where is my parcel?" }, y: "delivery" },
  { x: { message: "Refund me." }, y: "billing" },
  { x: { message: "Thanks!" }, y: "other" },
  { x: { message: "It came broken." }, y: "delivery" },
];

/** P(y) of the topics. */
const supportMarginal: ReadonlyMap<Label, number> = new Map([
  ["billing", 0.5],
  ["delivery", 0.3],
  ["other", 0.2],
]);

/** P(y|x): a message that speaks of a card is nearly always about billing. */
function supportConditional(x: Input, y: Label): number {
  const isBilling = x["message"]?.includes("card") ?? false;
  if (y === "billing") return isBilling ? 0.9 : 0.1;
  return isBilling ? 0.05 : 0.4;
}

/** A respondent that knows the topics and tells the truth, with the prompts that reached it. */
export function supportModel(task: TaskPhrases = supportTask): {
  readonly model: Provider;
  readonly prompts: string[];
} {
  const respondent = simulated({
    joint: { name: "support", marginal: supportMarginal, conditional: supportConditional },
    read: taskPromptReader(taskSchema.parse(task)),
    profile: "truthful",
    seed: 1,
  });
  const prompts: string[] = [];
  const complete = (request: Request, call?: CallContext): Promise<Reply> => {
    prompts.push(request.prompt);
    return respondent.complete(request, call);
  };
  return { model: { ...respondent, complete }, prompts };
}
