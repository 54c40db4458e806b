import type { Question, Request, Template } from "./types.ts";

/** What is sent to a model for a question: the one place where a question becomes a request. */
export function requestOf(template: Template, question: Question): Request {
  const continuation = template.continuation?.(question);
  return {
    prompt: template.render(question),
    sample: question.sample,
    ...(continuation !== undefined && { continuation }),
  };
}
