import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { syntheticWorld } from "@promptnce/datasets";
import { readPrompt } from "@promptnce/prompts";
import { simulated } from "@promptnce/rehearsal";
import { simulatedServer } from "@promptnce/rehearsal/server";
import { beforeAll, describe, expect, it } from "vitest";
import { runMain } from "../testing/run-main.test.support.ts";

const small = [
  "--pairs",
  "20",
  "--dev",
  "5",
  "--experiment",
  "pmi",
  "--dataset",
  "synthetic-words",
];

const joint = syntheticWorld("words", "1");
const respondent = simulated({ read: readPrompt, joint, profile: "truthful", seed: "1" });

describe("bench --dry-run", () => {
  let cwd: string;
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), "promptnce-dry-"));
  });

  it("prints the planned requests with tokens and dollars, needs no key and writes nothing", async () => {
    const { code, stdout } = await runMain(
      [
        ...small,
        "--dry-run",
        "--model",
        "anthropic:some-model",
        "--price-in",
        "3",
        "--price-out",
        "15",
      ],
      cwd,
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /some-model \(anthropic\)\n {2}questions +\d+, of which the store answers 0\n/,
    );
    expect(stdout).toMatch(/input tokens +[\d,]+ \(estimated/);
    // The model's family is unknown, so it may think.
    expect(stdout).toMatch(/cost +\$1\.\d\d expected, \$13\.\d\d at most\n/);
    expect(stdout).toMatch(/with --batch +\$0\.\d\d expected, \$6\.\d\d at most, within a day\n/);
    expect(stdout).toContain("Nothing was sent.");
    expect(existsSync(join(cwd, "out"))).toBe(false);
  });

  it("does not treat an unknown price as free", async () => {
    const { stdout } = await runMain(
      [...small, "--dry-run", "--model", "anthropic:some-model"],
      cwd,
    );
    expect(stdout).toMatch(/cost +unknown/);
  });

  it("states before any payment the share of labels in a set, if it limits the result", async () => {
    const chaosnli = [
      "--dataset",
      "synthetic-chaosnli",
      "--pairs",
      "20",
      "--dev",
      "5",
      "--dry-run",
    ];
    const { stdout } = await runMain(
      [...chaosnli, "--experiment", "pmi", "--model", "openai:m"],
      cwd,
    );
    // Its three labels fit into one prompt, which limits nothing.
    expect(stdout).not.toContain("Limit");
    const words = await runMain([...small, "--dry-run", "--model", "openai:m"], cwd);
    expect(words.stdout).not.toContain("Limit");
  });

  it("says if there is nothing to ask, such as for an experiment without a model", async () => {
    const structure = [
      "--experiment",
      "structure",
      "--dataset",
      "synthetic-words",
      "--pairs",
      "20",
      "--dev",
      "5",
    ];
    const dry = await runMain([...structure, "--dry-run", "--model", "openai:m"], cwd);
    expect(dry.stdout).toBe("Nothing is to be asked.\nNothing was sent.\n");
    expect(dry.code).toBe(0);
    const { code, stdout } = await runMain(
      [...structure, "--model", "openai:m", "--out", "structure"],
      cwd,
      {
        env: { OPENAI_API_KEY: "none" },
      },
    );
    expect(stdout).toContain("Open ");
    expect(code).toBe(0);
  });

  it("counts the questions that the store already answers", async () => {
    const few = [...small, "--methods", "direct-split,promptnce"];
    expect((await runMain(few, cwd)).code).toBe(0);
    const { stdout } = await runMain([...few, "--dry-run"], cwd);
    const [, questions, stored] =
      /questions +(\d+), of which the store answers (\d+)/.exec(stdout) ?? [];
    expect(Number(questions)).toBeGreaterThan(50);
    expect(stored).toBe(questions);
  });

  it("says that synthetic worlds are made up, whether they were named or not", async () => {
    const run = [...small.slice(0, 6), "--dry-run", "--model", "anthropic:some-model"];
    const made = "These questions are about made-up worlds, not about people.";
    expect((await runMain(run, cwd)).stdout).toContain(made);
    const named = await runMain([...run, "--dataset", "synthetic-words"], cwd);
    expect(named.stdout).toContain(made);
  });
});

describe("bench with a model that is paid, and no data", () => {
  it("does not ask about synthetic worlds unless they are named", async () => {
    const cwd = await mkdtemp(join(tmpdir(), "promptnce-worlds-"));
    const about = ["--experiment", "pmi", "--methods", "promptnce"];
    const small = ["--pairs", "5", "--dev", "1", ...about, "--yes"];
    await using server = await simulatedServer({ respondent });
    const local = ["--model", "openai:any", "--base-url", server.openaiUrl];
    const paid = [...local, "--price-in", "1", "--price-out", "1"];
    for (const model of [paid, ["--model", "anthropic:some-model"]]) {
      const { code, stderr } = await runMain([...small, ...model], cwd);
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(
          /--data: without it \S+ would be paid for questions about made-up worlds, .*confirm the worlds with --dataset synthetic-words,synthetic-chaosnli,synthetic-goemotions\n$/,
        ),
      ]);
    }
    expect(server.stats().requests).toBe(0);
    const confirmed = await runMain([...small, ...paid, "--dataset", "synthetic-words"], cwd);
    expect(confirmed.stderr).not.toContain("would be paid");
    expect(server.stats().requests).toBeGreaterThan(0);
    const free = await runMain([...small, ...local, "--out", "free"], cwd);
    expect(free.stderr).not.toContain("would be paid");
  });
});
