// Methods of the paper and beside it, as data, and the terms that they are made of
export {
  closed,
  direct,
  directWith,
  empirical,
  grounded,
  none,
  open,
  ungrounded,
} from "../terms/terms.ts";
export { massOf, split, summed, type Term } from "../terms/terms.ts";
export { directPmi } from "./direct-pmi.ts";
export { counted } from "../terms/counted.ts";
export { canImply, implied } from "../terms/implied.ts";
export { rotated, rotatedAsk } from "../terms/rotated.ts";
export { gem, GEM_DEFAULTS, NOT_AVAILABLE, type GemOptions } from "./gem.ts";
export type {
  ConditionalPart,
  ConditionalTerm,
  MarginalPart,
  Method,
  MethodContext,
  MethodFamily,
  MethodPart,
  Needs,
} from "../terms/method.ts";
export { marginalNames, type MarginalName } from "../terms/marginals.ts";
export { splitFamily, type SplitFamily } from "./split-family.ts";
export {
  addMethodFamily,
  describeMethod,
  method,
  methodFamilies,
  type MethodId,
  type MethodName,
} from "./methods.ts";
