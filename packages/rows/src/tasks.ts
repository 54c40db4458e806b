// Tasks: the paper's by name, and a user's own from YAML
export { loadPacks } from "./task/load-packs.ts";
export { parseTask, readTask, taskAt } from "./task/read-task.ts";
export {
  isTaskFile,
  ownTaskSetup,
  type TaskData,
  type TaskSetup,
  taskSetup,
  wordingMode,
} from "./task/task-setup.ts";
export { readYaml, type YamlText } from "./task/yaml-text.ts";
