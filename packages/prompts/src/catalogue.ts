import type { Kind } from "@promptnce/core";
import { z } from "zod";
import { answerSchema } from "./answer-schema.ts";
import { templates } from "./templates.ts";

/** A template as plain data. */
export interface CatalogueEntry {
  readonly id: string;
  readonly version: number;
  readonly task: string;
  readonly kind: Kind;
  /** The text, with `{{slots}}`. */
  readonly body: string;
  /** What goes into each slot, in words. */
  readonly slots: Readonly<Record<string, string>>;
  /** The JSON Schema (draft 2020-12) of the answer that the prompt asks for. */
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Every template as plain data: what `templates.json` holds, for users outside TypeScript. */
export function catalogue(): readonly CatalogueEntry[] {
  return templates.map(({ id, version, task, kind, body, slots }) => {
    const answer: Readonly<Record<string, unknown>> = z.toJSONSchema(answerSchema(kind));
    return { id, version, task, kind, body, slots, answer };
  });
}
