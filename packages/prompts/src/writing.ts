// Writing a template: its slots, and how its reply is read
export { defineTemplate, type Definition, type PromptTemplate } from "./template/template.ts";
export {
  likelihoodTemplate,
  type LikelihoodTexts,
  scoredPlain,
} from "./template/likelihood-template.ts";
export { structuredTemplate } from "./structured/structured-template.ts";
export {
  examples,
  inlineOptions,
  input,
  labels,
  listedOptions,
  other,
  otherAmong,
  target,
} from "./slots/slots.ts";
export { letteredBlocks } from "./slots/lettered-blocks.ts";
export { type CandidateKeys, letters, otherKey, ownLabels } from "./slots/candidates.ts";
export {
  type InterventionName,
  type InterventionOf,
  quantiles,
  shots,
} from "./slots/intervention-slots.ts";
export type { Slot, SlotName } from "./slots/body.ts";
