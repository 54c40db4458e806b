// What a task brings to rows: the paper's by name, one's own from YAML
export { loadPacks } from "./task/load-packs.ts";
export { parseTask, readTask } from "./task/read-task.ts";
export { isTaskFile, type TaskSetup, taskSetup, wordingMode } from "./task/task-setup.ts";
