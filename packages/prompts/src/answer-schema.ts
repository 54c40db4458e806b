import type { Kind } from "@promptnce/core";
import { z } from "zod";
import { probability } from "./probability.ts";

const notes = z.string().optional();

const schemas: { readonly [K in Kind]: z.ZodType } = {
  pmi: z.object({ PMI_LN: z.number(), notes }),
  conditional: z.object({ p_apply: probability, notes }),
  marginal: z.object({ p_base: probability, notes }),
  grounded: z.object({ p_base: probability }),
  closed: z
    .record(z.string(), probability)
    .describe("One key for each candidate; the probabilities sum to 1."),
  open: z
    .record(z.string(), probability)
    .describe(
      "One key for each candidate and one for the category OTHER, as the prompt names it; the probabilities sum to 1.",
    ),
};

/**
 * The JSON object that a prompt of this kind asks for. Published with the templates; what replies
 * are in fact read by is more forgiving (docs/reading.md).
 */
export function answerSchema(kind: Kind): z.ZodType {
  return schemas[kind];
}
