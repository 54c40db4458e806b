import { describe, expect, it } from "vitest";
import { faultsWith } from "./sound-repository.test.support.ts";

const PATH = "packages/core/src/numerics/ties.ts";
const faultsOf = (text: string): string[] => faultsWith({ [PATH]: text });

describe("an assignment inside an expression", () => {
  const fault = `${PATH}:2 has an assignment inside an expression: give each step a line.`;

  it.each([
    ["an argument", "note((seen = true));"],
    ["a condition", "if ((left -= 1) < 0) note(left);"],
    ["the condition of a loop", "for (; (left -= 1); ) {\n  note(left);\n}"],
    ["what a function returns", "function next() { return (seed = 2); }"],
    ["a step of a longer sum", "const next = () => (seed = 2) / 3;"],
    ["what is awaited", "const opened = await (loading ??= open());"],
    ["another assignment", "first = second = 0;"],
  ])("is a fault as %s", (_where, statement) => {
    expect(faultsOf(`let left, seed, seen;\n${statement}\n`)).toEqual([fault]);
  });

  it.each([
    ["a statement", "seen = true;\nnote(seen);"],
    ["a step of a `for`", "for (i = 0; i < 2; i += 1) {\n  note(i);\n}"],
    ["one of two steps of a `for`", "for (let i = 0; i < 2; i++, place += 2) {\n  note(i);\n}"],
    ["all that a function does", "const wake = () => (seen = true);"],
    ["all that a function does, with nothing returned", "const wake = () => void (seen = true);"],
    ["a default", "function note({ seen = true } = {}) {\n  return seen;\n}"],
  ])("is none as %s", (_where, text) => {
    expect(faultsOf(`${text}\n`)).toEqual([]);
  });
});

describe("the body of a loop beside its head", () => {
  it.each([
    "for (const one of all) note(one);",
    "for (const key in all) note(key);",
    "for (let i = 0; i < 2; i++) note(i);",
    "while (left > 0) take();",
  ])("is a fault: %s", (text) => {
    expect(faultsOf(`\n${text}\n`)).toEqual([
      `${PATH}:2 has the body of a loop beside its head: give each step a line.`,
    ]);
  });

  it("is none on lines of its own, nor is an `if` with what it does", () => {
    expect(faultsOf("for (const one of all) {\n  note(one);\n}\nif (left > 0) take();\n")).toEqual(
      [],
    );
  });
});

it("looks at the code of packages, apps and .ci in TypeScript and JavaScript, tests among it", () => {
  const text = "while (left > 0) take();\n";
  const paths = [
    "packages/core/src/numerics/pairs.js",
    "apps/cli/src/main.test.ts",
    ".ci/run/main.ts",
    "docs/tasks.md",
  ];
  const planted = Object.fromEntries(paths.map((path) => [path, text]));
  expect(faultsWith(planted)).toEqual([
    "packages/core/src/numerics/pairs.js:1 has the body of a loop beside its head: give each step a line.",
    "apps/cli/src/main.test.ts:1 has the body of a loop beside its head: give each step a line.",
    ".ci/run/main.ts:1 has the body of a loop beside its head: give each step a line.",
  ]);
});
