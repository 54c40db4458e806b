import { hasOther, replyKey, replyKeys } from "../reading/reply-key.ts";
import { objectSchema } from "../template/reply-schema.ts";
import type { PromptTemplate, TemplateText } from "../template/template.ts";
import { templates } from "./templates.ts";

/** A template as plain data. */
export interface CatalogueEntry extends TemplateText {
  /** The JSON Schema (draft 2020-12) of the answer that the prompt asks for. */
  readonly answer: Readonly<Record<string, unknown>>;
}

/**
 * Templates as plain data, all by default: the content of `templates.json`, for users outside
 * TypeScript.
 *
 * @example
 * catalogue().find(({ id }) => id === "words/open").version; // → 1
 */
export function catalogue(of: readonly PromptTemplate[] = templates): readonly CatalogueEntry[] {
  return of.map((template) => {
    const { id, version, task, kind, intervention, body, scoring, slots } = template;
    const answer = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      ...answerSchema(template),
    };
    const way = intervention && { intervention };
    return { id, version, task, kind, ...way, body, ...(scoring && { scoring }), slots, answer };
  });
}

const probability = { type: "number", minimum: 0, maximum: 1 };

/**
 * The requested object, with its keys in the order of the prompt; the reader of replies is more
 * forgiving (docs/reading.md).
 */
function answerSchema({ kind, intervention }: PromptTemplate): object {
  if (kind === "closed" || kind === "open") {
    const named = hasOther(kind)
      ? " and one for the category OTHER, as the prompt names them"
      : ", as the prompt names it";
    const description = `One key for each candidate${named}; the probabilities sum to 1.`;
    return {
      type: "object",
      propertyNames: { type: "string" },
      additionalProperties: probability,
      description,
    };
  }
  if (kind === "likelihood") {
    const token = objectSchema({
      text: { type: "string" },
      logprob: { type: "number", maximum: 0 },
    });
    const description =
      "Not asked of the model: its own log-probabilities of the tokens of y, in nats.";
    return { ...objectSchema({ tokens: { type: "array", items: token } }), description };
  }
  const key = replyKey[kind];
  const keys = replyKeys(kind, intervention);
  const number = kind === "pmi" ? { type: "number" } : probability;
  const properties = keys.map((name) => [name, name === key ? number : { type: "string" }]);
  // Notes that lead to the number come first and cannot be omitted.
  return objectSchema(Object.fromEntries(properties), keys.slice(0, keys.indexOf(key) + 1));
}
