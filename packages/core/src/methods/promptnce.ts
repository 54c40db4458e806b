import { openConditional } from "../terms/conditionals.ts";
import type { MethodFamily } from "../terms/method.ts";
import { splitFamily } from "./split-family.ts";

/**
 * P(y|x) in a candidate set with OTHER, and a grounded P(y): the paper's main method (Section 3).
 */
export const promptnce: MethodFamily<"promptnce"> = splitFamily({
  name: "promptnce",
  title: "PromptNCE",
  conditional: openConditional,
  usual: "grounded",
});
