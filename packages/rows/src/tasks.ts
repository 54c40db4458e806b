// Tasks: the paper's by name, and a user's own from YAML
export { loadPacks } from "./task/load-packs.ts";
export { parseTask, readTask } from "./task/read-task.ts";
export { isTaskFile, type TaskSetup, taskSetup, wordingMode } from "./task/task-setup.ts";
