// The templates, the one for a question, a rendered prompt read back, and a task of one's own
export {
  findTemplate,
  findTemplateIn,
  type WordingMode,
  modes,
} from "./catalogue/find-template.ts";
export {
  decisionsTemplates,
  structuredTemplates,
  templates,
  tokensTemplates,
} from "./catalogue/templates.ts";
export { decidedByTokens, decisionByTokens } from "./decisions/decided-by-tokens.ts";
export { decisionText } from "./decisions/decision-text.ts";
export { rescale } from "./reading/read-answer.ts";
export { tokenizedText } from "./reading/read-scores.ts";
export { printed } from "./catalogue/printed.ts";
export { promptReader, readPrompt } from "./catalogue/read-prompt.ts";
export { type Task, taskFields, taskKeys, taskSchema } from "./own-task/task.ts";
export { findTaskTemplate, taskPromptReader, taskTemplates } from "./own-task/task-templates.ts";
export { catalogue, type CatalogueEntry } from "./catalogue/catalogue.ts";
export { type Snapshot, summaryPrompt, type SummaryPrompt } from "./tasks/summary-prompt.ts";
