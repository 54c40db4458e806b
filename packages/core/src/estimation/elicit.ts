import { readerOf, requestOf } from "./question.ts";
import type { Provider } from "../provider.ts";
import type { Elicitation, FindTemplate, Question } from "../types.ts";

/** The provider and the wordings. */
export interface Asking {
  readonly findTemplate: FindTemplate;
  readonly provider: Provider;
}

/**
 * The elicitation of one question: its reply, read by the question's template. An unreadable reply
 * is an elicitation with a reason.
 *
 * @example
 *   const asked = plan(runs).map((question) => elicit(question, { findTemplate, provider }));
 *   const answers = await collectAnswers(asked); // one after the other
 *
 * @param closing Aborting it lets a call under way finish and rejects a waiting one.
 * @throws The provider's error.
 */
export async function elicit(
  question: Question,
  { findTemplate, provider }: Asking,
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
