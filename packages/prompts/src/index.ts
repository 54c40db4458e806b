// The templates, and the one for a question.
export { findTemplate, findTemplateIn } from "./find-template.ts";
export { templates } from "./templates.ts";
export { structuredTemplates } from "./structured-templates.ts";
export { type Mode, modes } from "./mode.ts";
export { printed } from "./printed.ts";

// Reading a rendered prompt back.
export { readPrompt } from "./read-prompt.ts";
export type { ReadPrompt } from "./read-prompt.ts";

// A task of one's own, in words.
export { taskFields, taskSchema } from "./task.ts";
export type { Task } from "./task.ts";
export { findTaskTemplate, taskPromptReader, taskTemplates } from "./task-templates.ts";

// Writing a template.
export { defineTemplate } from "./template.ts";
export type { Definition, PromptTemplate } from "./template.ts";
export { examples, inlineOptions, input, labels, listedOptions, other, otherAmong, target } from "./slots.ts";
export { quantiles, shots } from "./intervention-slots.ts";
export { letteredBlocks } from "./lettered-blocks.ts";
export { letters, ownLabels } from "./candidate-keys.ts";
export type { CandidateKeys } from "./candidate-keys.ts";
export type { InterventionName, InterventionNamed } from "./intervention-named.ts";
export type { PromptParts, Slot } from "./slot.ts";
export type { SlotName } from "./slot-name.ts";
export { otherKey } from "./other-key.ts";

// Templates as data, for programs in other languages.
export { catalogue } from "./catalogue.ts";
export type { CatalogueEntry } from "./catalogue.ts";

// Asking for a summary of a student.
export { summaryPrompt } from "./summary-prompt.ts";
export type { Snapshot, SummaryPrompt } from "./summary-prompt.ts";
