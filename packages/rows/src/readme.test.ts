import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { taskPromptReader } from "@promptnce/prompts";
import { simulated } from "@promptnce/rehearsal";
import { simulatedServer } from "@promptnce/rehearsal/server";
import { fencedBlocks, firstProgram } from "@promptnce/testing/markdown";
import { expect, onTestFinished, test } from "vitest";
import { madeUpJoint } from "./survey.ts";
import { parseTask } from "./tasks.ts";

const folder = join(import.meta.dirname, "..");
const readme = readFileSync(join(folder, "README.md"), "utf8");
const yaml = fencedBlocks(readme).find(({ title }) => title === "support.yaml")!.text;

/** A server that answers about the README's task as `promptnce serve-simulated` does. */
function server() {
  const task = parseTask(yaml, "support.yaml");
  const labels = task.labels ?? [];
  const marginal = new Map(labels.map((label) => [label, 1 / labels.length]));
  const joint = madeUpJoint(marginal, "1", "made up for support");
  const read = taskPromptReader(task);
  return simulatedServer({
    respondent: simulated({ read, joint, profile: "model-like", seed: "1" }),
  });
}

test("the README's five lines ask a server as they stand, and print what the README says", async () => {
  const { code, output } = firstProgram(readme);
  // In the package's folder its own name resolves as it does for a user.
  const cwd = join(folder, "out", "readme");
  mkdirSync(cwd, { recursive: true });
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  writeFileSync(join(cwd, "support.yaml"), yaml);
  const args = ["--input-type=module-typescript", "--eval", code];
  await using asked = await server();
  const env = { ...process.env, OPENAI_BASE_URL: asked.openaiUrl, OPENAI_API_KEY: "any" };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, env });
  expect(stdout).toBe(output);
  const statements = code.split("\n").filter((line) => line !== "" && !line.startsWith("import"));
  expect(statements.length).toBeLessThanOrEqual(5);
});
