import type { Question, Reading, Reply, Template } from "../types.ts";

/**
 * How a reply reads under its template. A refusal is never searched for numbers; a reply cut at the token limit still
 * counts where the template can read it, and says so where it cannot.
 */
export function readReply(template: Template, question: Question, reply: Reply): Reading {
  if (reply.stop === "refusal") return { ok: false, reason: "the model refused to answer" };
  const reading = template.parse(question, reply.text);
  if (reading.ok || reply.stop !== "length") return reading;
  return { ok: false, reason: `cut off at the token limit: ${reading.reason}` };
}
