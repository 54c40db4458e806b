import { expect, it, vi } from "vitest";
import type { TestModule } from "vitest/node";
import { failedTests } from "./failed-tests.test.support.ts";
import { ownRun } from "./own-run.test.support.ts";

const failing = (fullName: string, ...messages: string[]) => ({
  fullName,
  errors: () => messages.map((message) => ({ message })),
  result: () => ({ errors: messages.map((message) => ({ message })) }),
});

type Failing = ReturnType<typeof failing>;

/** A file of tests that ran, as far as the reporter asks about it. */
const ranFile = (
  file: string,
  { tests = [], suites = [] }: { tests?: Failing[]; suites?: Failing[] },
  ...messages: string[]
) => {
  const children = { allSuites: () => suites, allTests: () => tests };
  return { ...failing(file, ...messages), relativeModuleId: file, children };
};

function reported(files: readonly ReturnType<typeof ranFile>[], unhandled: string[] = []) {
  using log = vi.spyOn(console, "log").mockReturnValue();
  const errors = unhandled.map((message) => ({ message }));
  failedTests.onTestRunEnd?.(files as unknown as TestModule[], errors, "failed");
  return log.mock.calls.flat().join("\n").split("\n");
}

it("the last lines of a run name each test that failed, with the first line of its error", () => {
  const tests = [failing("a reply > is read", "expected 7 to be +0\nnode ended with exit code 7")];
  const suites = [failing("a table"), failing("a page", "no browser")];
  const files = [ranFile("a.test.ts", { tests, suites }), ranFile("b.test.ts", {}, "no such file")];
  expect(reported(files, ["the socket was closed\n at …"])).toEqual([
    "Failed:",
    "a.test.ts › a page: no browser",
    "a.test.ts › a reply > is read: expected 7 to be +0",
    "b.test.ts: no such file",
    "An error that no test awaited: the socket was closed",
  ]);
});

it("they name ten, and say how many more there are", () => {
  const tests = Array.from({ length: 12 }, (_, index) => failing(`test ${index}`, "it failed"));
  const lines = reported([ranFile("a.test.ts", { tests })]);
  expect(lines).toHaveLength(12);
  expect(lines.slice(-2)).toEqual(["a.test.ts › test 9: it failed", "and 2 more"]);
});

it("they are as without where all tests passed", () => {
  expect(reported([ranFile("a.test.ts", {})])).toEqual([""]);
});

it("they come after Vitest's own summary", { tags: "full" }, () => {
  const code = (expected: number) =>
    `import { expect, it } from "vitest"; it("is two", () => expect(1 + 1).toBe(${expected}));`;
  const reporters = `reporters: ["default", failedTests]`;
  const { stdout } = ownRun(reporters, { right: code(2), wrong: code(3) });
  expect(stdout.indexOf("Duration")).toBeLessThan(stdout.indexOf("Failed:"));
  expect(stdout.trimEnd().split("\n").slice(-2)).toEqual([
    "Failed:",
    "wrong.test.ts › is two: expected 2 to be 3 // Object.is equality",
  ]);
  expect(ownRun(reporters, { right: code(2) }).stdout).not.toContain("Failed:");
});
