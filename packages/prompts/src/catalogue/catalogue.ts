import type { Kind } from "@promptnce/core";
import { z } from "zod";
import { answerSchema } from "./answer-schema.ts";
import type { InterventionName } from "../slots/intervention-named.ts";
import type { ScoringTexts } from "../template/likelihood-template.ts";
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
  return templates.map(({ id, version, task, kind, intervention, body, scoring, slots }) => {
    const schema = answerSchema(kind, intervention);
    const answer: Readonly<Record<string, unknown>> = z.toJSONSchema(schema);
    const way = intervention === undefined ? {} : { intervention };
    return { id, version, task, kind, ...way, body, ...(scoring && { scoring }), slots, answer };
  });
}
