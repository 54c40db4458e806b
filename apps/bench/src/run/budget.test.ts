import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { syntheticWorld } from "@promptnce/datasets";
import { readPrompt } from "@promptnce/prompts";
import { simulated } from "@promptnce/rehearsal";
import { simulatedServer } from "@promptnce/rehearsal/server";
import { expect, it } from "vitest";
import { runMain } from "../testing/run-main.test.support.ts";

it("a budget stops the run with its own exit code, keeps the paid replies and continues with a larger one", async () => {
  const out = await mkdtemp(join(tmpdir(), "promptnce-budget-"));
  const joint = syntheticWorld("goemotions", "1");
  const respondent = simulated({ read: readPrompt, joint, profile: "truthful", seed: "1" });
  const prompts: string[] = [];
  await using server = await simulatedServer({
    respondent,
    onRequest: ({ prompt }) => void prompts.push(prompt),
  });
  const run = (budget: string) =>
    runMain(
      [
        "--dataset",
        "synthetic-goemotions",
        "--experiment",
        "pmi",
        "--pairs",
        "20",
        "--dev",
        "5",
        "--out",
        out,
        "--model",
        "openai:local",
        "--base-url",
        `${server.url}/v1`,
        "--price-in",
        "1000",
        "--price-out",
        "1000",
        "--budget",
        budget,
        "--max-tokens",
        "1000",
        "--yes",
      ],
      out,
    );
  const stopped = await run("8");
  expect(stopped.stderr).toContain("The budget of $8.00 would be exceeded");
  expect(stopped.stderr).not.toMatch(/\n\s+at /);
  expect(stopped.code).toBe(3);
  const asked = prompts.length;
  expect(asked).toBeGreaterThan(3);
  expect((await run("8")).code).toBe(3);
  expect(prompts.length).toBe(asked);
  expect((await run("1000")).code).toBe(0);
  expect(prompts.length).toBe(new Set(prompts).size);
});
