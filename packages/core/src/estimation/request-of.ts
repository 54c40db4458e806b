import type { Question, Request, Template } from "../types.ts";

/** What is sent to a model for a question: the one place where a question becomes a request. */
export function requestOf(template: Template, question: Question): Request {
  const schema = template.schema?.(question);
  const continuation = template.continuation?.(question);
  return {
    prompt: template.render(question),
    sample: question.sample,
    ...(schema !== undefined && { schema }),
    ...(continuation !== undefined && { continuation }),
  };
}
