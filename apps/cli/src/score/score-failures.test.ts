import { join } from "node:path";
import { syntheticClass } from "@promptnce/case-study/world";
import { readPrompt } from "@promptnce/prompts";
import { readJournal } from "@promptnce/engine/journal";
import { simulated } from "@promptnce/rehearsal";
import { type FaultShares, simulatedServer } from "@promptnce/rehearsal/server";
import { expect, it, onTestFinished, vi } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";
import { classFiles } from "./class-files.test.support.ts";

/** A run about ten students whose server fails at some prompts or all. */
async function scored(faults: FaultShares, ...more: readonly string[]) {
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
  const joint = syntheticClass("1");
  const respondent = simulated({ read: readPrompt, joint, profile: "truthful", seed: 1 });
  const server = await simulatedServer({ respondent, faults });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { attempts, summaries } = classFiles();
  const out = newFolder();
  const model = ["--provider", "openai", "--base-url", server.openaiUrl, "--model", "any"];
  const asked = ["--variant", "compression", "--methods", "infonce", "--k", "3"];
  const args = [
    "score",
    attempts,
    "--summaries",
    summaries,
    "--out",
    out,
    ...model,
    ...asked,
    "--yes",
    ...more,
  ];
  return { args, store: join(out, "replies.jsonl"), ...(await promptnce(args)) };
}

it("score names the option that asks again if the server always fails on some prompts", async () => {
  const { args, store, status, stderr } = await scored({ poison: 0.1 });
  expect(status).toBe(4);
  expect(stderr).toMatch(/ of \d+ requests failed for good; .* --retry-failed asks them once more/);
  const failures = [...readJournal(store)].filter(({ reply }) => reply.failure);
  expect(failures.length).toBeGreaterThan(0);
  const again = await promptnce(args);
  expect(again.status).toBe(4);
  expect(again.stderr).toContain("--retry-failed asks them once more.");
  expect(again.stderr).not.toContain("another model");
});

it("score ends when the server is down, and stores no failure", async () => {
  const { store, status, stderr } = await scored({ drop: 1 });
  expect(status).toBe(1);
  expect(stderr).toMatch(/could not be reached .* requests failed like this/);
  expect([...readJournal(store)].filter(({ charge, reply }) => !charge && reply.failure)).toEqual(
    [],
  );
});
