// Templates, tasks and datasets of others
export {
  definePack,
  findTemplateWith,
  type Pack,
  type PackParts,
  packTemplates,
  readPromptWith,
} from "./pack/pack.ts";
export { reword } from "./pack/reword.ts";
