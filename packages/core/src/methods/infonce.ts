import { closedConditional } from "../terms/conditionals.ts";
import type { MethodFamily } from "../terms/method.ts";
import { splitFamily } from "./split-family.ts";

/** P(y|x) in a closed candidate set, and no P(y) (Section 3). */
export const infonce: MethodFamily<"infonce"> = splitFamily({
  name: "infonce",
  title: "InfoNCE",
  conditional: closedConditional,
  usual: "none",
});
