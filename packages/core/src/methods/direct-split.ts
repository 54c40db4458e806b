import { directConditional } from "../terms/conditionals.ts";
import type { MethodFamily } from "../terms/method.ts";
import { splitFamily } from "./split-family.ts";

/** P(y|x) and P(y), each asked for as a number (Section 3). */
export const directSplit: MethodFamily<"direct-split"> = splitFamily({
  name: "direct-split",
  title: "Direct-Split",
  conditional: directConditional,
  usual: "grounded",
});
