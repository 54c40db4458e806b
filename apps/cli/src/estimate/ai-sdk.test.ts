import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPrompt } from "@promptnce/prompts";
import { simulated } from "@promptnce/rehearsal";
import { simulatedServer } from "@promptnce/rehearsal/server";
import { syntheticWorld } from "@promptnce/datasets";
import { expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

it("a model of the AI SDK is asked through its package, which is installed where the command runs", async () => {
  const joint = syntheticWorld("words", 1);
  const respondent = simulated({ read: readPrompt, joint, profile: "truthful", seed: 1 });
  await using server = await simulatedServer({ respondent });
  const cwd = newFolder();
  mkdirSync(join(cwd, "node_modules/@ai-sdk"), { recursive: true });
  const name = "@ai-sdk/openai-compatible";
  const installed = join(import.meta.dirname, "../../../../packages/providers/node_modules", name);
  symlinkSync(installed, join(cwd, "node_modules", name));
  const byCue = Map.groupBy(joint.observations, ({ x }) => x["cue"]);
  const pairs = [...byCue].slice(0, 12).map(([cue, [first]]) => `${cue},${first?.y}\n`);
  writeFileSync(join(cwd, "pairs.csv"), `cue,response\n${pairs.join("")}`);
  const args = ["estimate", "pairs.csv", "--task", "words", "--y", "response", "--out", "o.csv"];
  const model = ["--model", `ai:${name}:any`, "--base-url", `${server.url}/v1`];
  const { status, stderr } = await promptnce([...args, ...model], { cwd });
  expect(stderr).toContain("in place of @ai-sdk/openai-compatible:any (ai)");
  expect(status).toBe(0);
  const rows = readFileSync(join(cwd, "o.csv"), "utf8").trim().split("\n").slice(1);
  expect(rows).toHaveLength(12);
  for (const row of rows) {
    expect(row).toMatch(/,ok,/);
  }
});
