import type { FindTemplate, Question } from "@promptnce/core";

/**
 * The same wordings, for a model without a chat template: what is to be scored as the answer in a chat is scored as the
 * end of a plain text.
 */
export function scoredPlain(find: FindTemplate): FindTemplate {
  return (asked) => {
    const template = find(asked);
    if (asked.kind !== "likelihood" || template.continuation === undefined) return template;
    return {
      ...template,
      render: (question) => template.render(plain(question)),
      continuation: (question) => template.continuation!(plain(question)),
    };
  };
}

function plain<Q extends Question>(question: Q): Q {
  return question.kind === "likelihood" ? { ...question, scoring: { template: "plain", span: "content" } } : question;
}
