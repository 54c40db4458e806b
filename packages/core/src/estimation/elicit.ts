import { readerOf, requestOf } from "./question.ts";
import type { Provider } from "../provider.ts";
import type { Elicitation, FindTemplate, Question } from "../types.ts";

/** The model that is asked, and the wordings. */
export interface ElicitOptions {
  readonly findTemplate: FindTemplate;
  readonly provider: Provider;
}

/**
 * The elicitation of one question: its reply, read by the question's template. An unreadable reply
 * is an elicitation with a reason.
 *
 * @example
 * import { findTemplate, readPrompt } from "@promptnce/prompts";
 * import { simulated } from "@promptnce/rehearsal";
 * const joint = { name: "ours", marginal: new Map([["PUSH", 0.02]]), conditional: () => 0.1 };
 * const provider = simulated({ joint, read: readPrompt, profile: "truthful", seed: 1 });
 * const question = { kind: "conditional", task: "words", x: { cue: "SHOVE" }, y: "PUSH" };
 * const { reading } = await elicit(question, { findTemplate, provider });
 * reading; // → { ok: true, answer: 0.1 }
 *
 * @param closing Aborting it lets a call under way finish and rejects a waiting one.
 * @throws The provider's error.
 */
export async function elicit(
  question: Question,
  { findTemplate, provider }: ElicitOptions,
  closing?: AbortSignal,
): Promise<Elicitation> {
  const template = findTemplate(question);
  const request = requestOf(template, question);
  const read = readerOf(template, question);
  const reply = await provider.complete(request, { ...(closing && { closing }), read });
  const { id, version } = template;
  return {
    question,
    template: `${id}@${version}`,
    prompt: request.prompt,
    reply,
    reading: read(reply),
  };
}
