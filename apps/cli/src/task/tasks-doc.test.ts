import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fencedBlocks, firstProgram } from "@promptnce/testing/markdown";
import { expect, it } from "vitest";
import { parseTask } from "@promptnce/rows/tasks";

const text = readFileSync(join(import.meta.dirname, "../../../../docs/tasks.md"), "utf8");

it("the task in docs/tasks.md is valid", () => {
  const task = fencedBlocks(text).find(({ language }) => language === "yaml");
  expect(parseTask(task!.text, "docs/tasks.md").name).toBe("moods");
});

it("the program in docs/tasks.md runs", () => {
  const { code } = firstProgram(text);
  const program = `${code}\nconst q = { task: "moods", kind: "marginal", y: "joy", sample: 0 };\nconsole.log(findTemplate(q as never).id);`;
  const args = ["--input-type=module-typescript", "--eval", program];
  const options = { cwd: import.meta.dirname, encoding: "utf8" as const };
  expect(execFileSync(process.execPath, args, options)).toBe("moods/marginal\n");
});
