import { requestOf } from "@promptnce/core";
import type { FindTemplate, Provider, Question } from "@promptnce/core";
import { requestKey } from "./request-key.ts";

/** Who is asked, with the settings as they are sent, and in which wordings. */
export interface AskedHow {
  readonly provider: Pick<Provider, "name" | "model" | "settings">;
  readonly findTemplate: FindTemplate;
}

/** The store's key of the reply to a question: that of the request which the question becomes. */
export function keyOfQuestion(question: Question, { provider, findTemplate }: AskedHow): string {
  const { name, model, settings } = provider;
  const request = requestOf(findTemplate(question), question);
  return requestKey({ provider: name, model, settings, ...request });
}
