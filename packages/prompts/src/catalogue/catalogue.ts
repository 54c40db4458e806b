import type { Kind } from "@promptnce/core";
import { replyKey, replyKeys } from "../reading/reply-key.ts";
import type { InterventionName } from "../slots/intervention-slots.ts";
import type { PromptTemplate, ScoringTexts } from "../template/template.ts";
import { templates } from "./templates.ts";

/** A template as plain data. */
export interface CatalogueEntry {
  readonly id: string;
  readonly version: number;
  readonly task: string;
  readonly kind: Kind;
  /** The way of asking for a conditional; absent for the plain one and for the other kinds. */
  readonly intervention?: InterventionName;
  /** The text, with `{{slots}}`. */
  readonly body: string;
  /** Of the kind `likelihood`: the rest of the dialogue that is scored. */
  readonly scoring?: ScoringTexts;
  /** What goes into each slot, in words. */
  readonly slots: Readonly<Record<string, string>>;
  /** The JSON Schema (draft 2020-12) of the answer that the prompt asks for. */
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Every template as plain data: what `templates.json` holds, for users outside TypeScript. */
export function catalogue(): readonly CatalogueEntry[] {
  return templates.map((template) => {
    const { id, version, task, kind, intervention, body, scoring, slots } = template;
    const answer = { $schema: "https://json-schema.org/draft/2020-12/schema", ...answerSchema(template) };
    const way = intervention === undefined ? {} : { intervention };
    return { id, version, task, kind, ...way, body, ...(scoring && { scoring }), slots, answer };
  });
}

const probability = { type: "number", minimum: 0, maximum: 1 };

/**
 * The JSON object that a prompt of this kind asks for, its keys in the order asked. What replies are
 * in fact read by is more forgiving (docs/reading.md).
 */
function answerSchema({ kind, intervention }: PromptTemplate): object {
  switch (kind) {
    case "closed":
      return massesOf("One key for each candidate, as the prompt names it; the probabilities sum to 1.");
    case "open":
      return massesOf(
        "One key for each candidate and one for the category OTHER, as the prompt names them; the probabilities sum to 1.",
      );
    case "likelihood": {
      const token = objectOf({ text: { type: "string" }, logprob: { type: "number", maximum: 0 } });
      const description = "Not asked of the model: its own log-probabilities of the tokens of y, in nats.";
      return { ...objectOf({ tokens: { type: "array", items: token } }), description };
    }
    default: {
      const key = replyKey(kind);
      const keys = replyKeys(key, kind, intervention);
      const number = kind === "pmi" ? { type: "number" } : probability;
      const properties = keys.map((name) => [name, name === key ? number : { type: "string" }]);
      // Notes that are the way to the number come first and cannot be left out.
      return objectOf(Object.fromEntries(properties), keys.slice(0, keys.indexOf(key) + 1));
    }
  }
}

function objectOf(properties: object, required: readonly string[] = Object.keys(properties)): object {
  return { type: "object", properties, required, additionalProperties: false };
}

function massesOf(description: string): object {
  return { type: "object", propertyNames: { type: "string" }, additionalProperties: probability, description };
}
