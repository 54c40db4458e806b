import { closedConditional } from "../terms/conditionals.ts";
import type { MethodFamily } from "../terms/method.ts";
import { splitFamily } from "./split-family.ts";

/** P(y|x) in a closed candidate set, and a grounded P(y) (Section 3). */
export const marginalnce: MethodFamily<"marginalnce"> = splitFamily({
  name: "marginalnce",
  title: "MarginalNCE",
  conditional: closedConditional,
  usual: "grounded",
});
