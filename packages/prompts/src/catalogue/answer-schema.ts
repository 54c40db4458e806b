import type { Kind } from "@promptnce/core";
import { z } from "zod";
import type { InterventionName } from "../slots/intervention-named.ts";
import { probability } from "../reading/probability.ts";

const notes = z.string().optional();

const schemas: { readonly [K in Kind]: z.ZodType } = {
  pmi: z.object({ PMI_LN: z.number(), notes }),
  conditional: z.object({ p_apply: probability, notes }),
  marginal: z.object({ p_base: probability, notes }),
  grounded: z.object({ p_base: probability }),
  closed: z
    .record(z.string(), probability)
    .describe("One key for each candidate, as the prompt names it; the probabilities sum to 1."),
  open: z
    .record(z.string(), probability)
    .describe(
      "One key for each candidate and one for the category OTHER, as the prompt names them; the probabilities sum to 1.",
    ),
  likelihood: z
    .object({ tokens: z.array(z.object({ text: z.string(), logprob: z.number().max(0) })) })
    .describe("Not asked of the model: its own log-probabilities of the tokens of y, in nats."),
};

/** Where the notes are the way to the number, they come first and cannot be left out. */
const ranked = z.object({ notes: z.string(), p_apply: probability });

/**
 * The JSON object that a prompt of this kind asks for, its keys in the order asked. Published with
 * the templates; what replies are in fact read by is more forgiving (docs/reading.md).
 */
export function answerSchema(kind: Kind, intervention?: InterventionName): z.ZodType {
  return intervention === "generate-then-rank" ? ranked : schemas[kind];
}
