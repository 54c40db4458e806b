// The templates, the one for a question, and a rendered prompt read back.
export { findTemplate, findTemplateIn, type Mode, modes } from "./catalogue/find-template.ts";
export {
  earlierTemplates,
  structuredTemplates,
  templates,
  tokensTemplates,
} from "./catalogue/templates.ts";
export { rescale } from "./reading/read-answer.ts";
export { tokenizedText } from "./reading/read-scores.ts";
export { printed } from "./catalogue/printed.ts";
export { promptReader, readPrompt } from "./catalogue/read-prompt.ts";

// A task of one's own, in words.
export { type Task, taskFields, taskKeys, taskSchema } from "./own-task/task.ts";
export { findTaskTemplate, taskPromptReader, taskTemplates } from "./own-task/task-templates.ts";

// Writing a template.
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
  type InterventionNamed,
  quantiles,
  shots,
} from "./slots/intervention-slots.ts";
export type { Slot, SlotName } from "./slots/body.ts";

// Templates, tasks and datasets of others.
export {
  definePack,
  findTemplateWith,
  type Pack,
  type PackParts,
  packTemplates,
  readPromptWith,
} from "./pack/pack.ts";
export { reword } from "./pack/reword.ts";

// Templates as data, for programs in other languages.
export { catalogue, type CatalogueEntry } from "./catalogue/catalogue.ts";

// Asking for a summary of a student.
export { type Snapshot, summaryPrompt, type SummaryPrompt } from "./tasks/summary-prompt.ts";
