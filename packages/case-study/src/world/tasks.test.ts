import { expect, test } from "vitest";
import { laterTasks, windowTask } from "./tasks.ts";

test("there are nine later tasks, and no two tasks share a name", () => {
  expect(laterTasks).toHaveLength(9);
  expect(new Set([windowTask, ...laterTasks].map(({ name }) => name)).size).toBe(10);
});
