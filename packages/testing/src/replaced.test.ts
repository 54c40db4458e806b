import { expect, it } from "vitest";
import { here, ownRun } from "./own-run.test.support.ts";

const REPLACING = `
import { expect, it, vi } from "vitest";
it("finds all as it was, and replaces it", () => {
  expect(process.env["REPLACED"]).toBeUndefined();
  expect(globalThis).not.toHaveProperty("replaced");
  expect(vi.isFakeTimers()).toBe(false);
  vi.stubEnv("REPLACED", "by a test");
  vi.stubGlobal("replaced", "by a test");
  vi.useFakeTimers();
});`;

it("a test file finds nothing that another of its worker replaced", { tags: "full" }, () => {
  const shared = "isolate: false, maxWorkers: 1";
  const files = { one: REPLACING, two: REPLACING };
  expect(ownRun(shared, files).status).toBe(1);
  const setup = `setupFiles: [${here("replaced.test.support.ts")}]`;
  expect(ownRun(`${shared}, ${setup}`, files).status).toBe(0);
});
