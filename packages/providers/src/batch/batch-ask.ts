import { readReply, requestOf } from "@promptnce/core";
import type { FindTemplate, Question } from "@promptnce/core";
import type { BatchAsk } from "./batch-work.ts";

/** A question as a batch asks it: the request of a single call, and which of its replies can be read. */
export function batchAsk(question: Question, findTemplate: FindTemplate): BatchAsk {
  const template = findTemplate(question);
  return {
    request: requestOf(template, question),
    readable: (reply) => readReply(template, question, reply).ok,
  };
}
