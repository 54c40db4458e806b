import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { readPrompt } from "@promptnce/prompts";
import { readJournal } from "@promptnce/engine/journal";
import { simulated } from "@promptnce/rehearsal";
import { simulatedServer } from "@promptnce/rehearsal/server";
import { expect, it, onTestFinished } from "vitest";
import { newFolder, promptnce } from "./promptnce.test.support.ts";

const bench = join(import.meta.dirname, "../../bench/src/main.ts");

/** The cost in US dollars of all replies in a batch journal, at half the price of single calls. */
function paid(journal: string): number {
  return [...readJournal(journal)].reduce((sum, { reply: { usage, batch } }) => {
    expect(batch).toBe(true);
    return (
      sum + ((usage?.inputTokens ?? NaN) * 1000 + (usage?.outputTokens ?? NaN) * 3000) / 1e6 / 2
    );
  }, 0);
}

interface Manifest {
  readonly cost: { readonly usd: number; readonly storeUsd: number };
}
const costIn = (folder: string) =>
  (JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as Manifest).cost;

it(
  "bench, estimate and score report what their own replies in a shared batch journal cost, and what all cost",
  { tags: "full" },
  async () => {
    const joint = { name: "t", marginal: new Map([["a", 0.4]]), conditional: () => 0.2 };
    const respondent = simulated({ read: readPrompt, joint, profile: "truthful", seed: "1" });
    const server = await simulatedServer({ respondent, batches: { afterMs: 0 } });
    onTestFinished(() => server[Symbol.asyncDispose]());
    const folder = newFolder();
    const journal = join(folder, "replies.jsonl");
    const model = [
      "--provider",
      "anthropic",
      "--model",
      "m",
      "--base-url",
      server.url,
      "--yes",
      "--batch",
    ];
    const shared = [...model, "--store", journal, "--price-in", "1000", "--price-out", "3000"];

    const small = [
      "--dataset",
      "synthetic-words",
      "--experiment",
      "conditional",
      "--pairs",
      "5",
      "--dev",
      "3",
    ];
    const out = join(folder, "bench");
    await promisify(execFile)(process.execPath, [bench, ...small, ...shared, "--out", out]);
    const first = paid(journal);
    expect(first).toBeGreaterThan(0);
    expect(costIn(out)).toMatchObject({
      usd: expect.closeTo(first, 9),
      storeUsd: expect.closeTo(first, 9),
    });

    const rows = join(folder, "rows.csv");
    writeFileSync(rows, "cue,response\nnever,asked\nbefore,by\nthe,bench\n");
    const method = ["--methods", "direct-split:ungrounded"];
    const { stderr } = await promptnce([
      "estimate",
      rows,
      "--task",
      "words",
      "--y",
      "response",
      ...method,
      ...shared,
    ]);
    const second = paid(journal) - first;
    const sum = (first + second).toFixed(2);
    expect(stderr).toContain(
      `cost $${second.toFixed(2)} (given prices); all replies of the model m in the store cost $${sum}.`,
    );

    const scored = join(folder, "score");
    const least = ["--demo", "--methods", "infonce", "--variant", "future", "--limit", "1"];
    expect(await promptnce(["score", ...least, ...shared, "--out", scored])).toMatchObject({
      status: 0,
    });
    const third = paid(journal) - first - second;
    expect(third).toBeGreaterThan(0);
    expect(costIn(scored)).toMatchObject({
      usd: expect.closeTo(third, 9),
      storeUsd: expect.closeTo(first + second + third, 9),
    });
  },
);
