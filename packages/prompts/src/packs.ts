// Templates, tasks and datasets of others
export {
  definePack,
  findTemplateWith,
  type Pack,
  type PackParts,
  packTemplates,
  readPromptWith,
} from "./pack/pack.ts";
export { contextMistake } from "./pack/context-mistake.ts";
export { reword } from "./pack/reword.ts";
