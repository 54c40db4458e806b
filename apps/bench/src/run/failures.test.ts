import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Provider } from "@promptnce/core";
import { syntheticWorld } from "@promptnce/datasets";
import { readPrompt } from "@promptnce/prompts";
import { priceOf, runningCost } from "@promptnce/engine/money";
import { readJournal, readRunStatus } from "@promptnce/engine/journal";
import { simulated } from "@promptnce/rehearsal";
import { type FaultShares, simulatedServer } from "@promptnce/rehearsal/server";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { runMain, startMain } from "../testing/run-main.test.support.ts";

const joint = syntheticWorld("goemotions", "1");
const respondent = simulated({ read: readPrompt, joint, profile: "truthful", seed: "1" });

function argumentsFor(url: string, out: string, ...more: readonly string[]): string[] {
  const run = [
    "--dataset",
    "synthetic-goemotions",
    "--experiment",
    "pmi",
    "--pairs",
    "60",
    "--dev",
    "5",
    "--out",
    out,
  ];
  const asked = [
    "--model",
    "openai:local",
    "--base-url",
    url,
    "--price-in",
    "1000",
    "--price-out",
    "1000",
    "--yes",
  ];
  return [...run, ...asked, ...more];
}

describe("bench with requests that fail permanently", () => {
  const failing = async (faults: FaultShares, ...more: readonly string[]) => {
    const out = newFolder();
    await using server = await simulatedServer({ respondent, faults });
    return {
      out,
      ended: await runMain(argumentsFor(server.openaiUrl, out, ...more), out),
      stats: server.stats(),
    };
  };

  it("makes all tables from the rest, records the number of failures, and reports them by its exit code", async () => {
    const { out, ended, stats } = await failing(
      { "content-filter": 0.04 },
      "--methods",
      "promptnce,direct-pmi",
    );
    expect(ended.stderr).toMatch(/\d+ of \d+ requests failed for good; all else is done/);
    expect(ended.code).toBe(4);
    // A run that came to its end has no reason for it.
    const failed = stats.outcomes["content-filter"];
    const status = readRunStatus(join(out, "replies.jsonl"));
    expect(status).toMatchObject({ failed, asked: { model: "local" } });
    expect(status?.ended).toBeUndefined();
    const { counts } = JSON.parse(await readFile(join(out, "manifest.json"), "utf8"));
    expect(counts).toMatchObject({ failed, unreadable: 0 });
    const table = await readFile(join(out, "tables", "pmi.md"), "utf8");
    expect(table).toContain("of 60");
    expect(await readFile(join(out, "report.html"), "utf8")).toContain("the request failed: ");
    expect((await runMain(["report", out], out)).code).toBe(0);
    expect(await readFile(join(out, "tables", "pmi.md"), "utf8")).toBe(table);
  });

  it(
    "makes all tables if the vendor always fails at more than ten of the prompts",
    { tags: "full" },
    async () => {
      const random = vi.spyOn(Math, "random").mockReturnValue(0.02);
      onTestFinished(() => random.mockRestore());
      const { out, ended } = await failing({ poison: 0.08 });
      const [, failed] = /(\d+) of \d+ requests failed for good/.exec(ended.stderr) ?? [];
      expect(Number(failed)).toBeGreaterThan(10);
      expect(ended.stderr).toContain("--retry-failed asks them once more.");
      expect(ended.stderr).not.toContain("another model");
      expect(ended.code).toBe(4);
      expect(await readFile(join(out, "tables", "pmi.md"), "utf8")).toContain("of 60");
    },
  );

  it(
    "makes all tables where some replies are cut off, each of which is bought twice at most",
    { tags: "full" },
    async () => {
      const { out, ended, stats } = await failing({ cut: 0.2 });
      expect(ended.stderr).toMatch(/requests failed for good.* began a reply that was cut off/);
      expect(ended.code).toBe(4);
      expect(await readFile(join(out, "tables", "pmi.md"), "utf8")).toContain("of 60");
      const cuts = [...readJournal(join(out, "replies.jsonl"))].filter(({ charge }) => charge);
      expect(cuts).toHaveLength(stats.outcomes["cut"]!);
      const times = Map.groupBy(cuts, ({ key }) => key).values();
      expect(Math.max(...times.map(({ length }) => length))).toBe(2);
    },
  );

  it("ends where ten replies are cut off and none comes, and keeps what that has cost", async () => {
    const { out, ended, stats } = await failing({ cut: 1 }, "--concurrency", "4");
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain("(10 requests failed like this, and none was answered.)");
    expect(stats.requests).toBeLessThanOrEqual(10 + 4);
    const kept = [...readJournal(join(out, "replies.jsonl"))];
    expect(kept.filter(({ charge }) => charge)).toHaveLength(stats.requests);
  });

  it("stops if the server is down, and the same command asks everything again", async () => {
    const random = vi.spyOn(Math, "random").mockReturnValue(0);
    onTestFinished(() => random.mockRestore());
    const { out, ended } = await failing({ "500": 1 });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/requests failed like this/);
    expect([...readJournal(join(out, "replies.jsonl"))]).toEqual([]);
  });

  it("stops before asking everything if the first answers are unusable", async () => {
    const { out, ended, stats } = await failing({ refusal: 0.9 });
    expect(ended.code).toBe(5);
    const reason = readRunStatus(join(out, "replies.jsonl"))?.ended;
    expect(reason).toContain("of little or no use");
    expect(ended.stderr).toMatch(
      /answers of local to goemotions\/\S+ are of little or no use, most often because the model refused/,
    );
    expect(stats.requests).toBeLessThan(stats.prompts + 60);
    expect(stats.requests).toBeLessThan(150);
  });
});

describe("the spending recorded in a store", () => {
  const CONCURRENCY = 8;

  /**
   * Runs that are each killed after this many requests: what the server charged for and what the
   * store says, in US dollars, with the calls without a reply in the store and the most that one
   * call cost.
   */
  async function killedRuns(kills: number, each: number, ...more: readonly string[]) {
    const out = newFolder();
    let [served, dearest, requests, at] = [0, 0, 0, Infinity];
    let kill = (): void => {};
    const counting: Provider = {
      ...respondent,
      async complete(...given) {
        const reply = await respondent.complete(...given);
        const usd = (reply.usage!.inputTokens + reply.usage!.outputTokens) / 1000;
        served += usd;
        dearest = Math.max(dearest, usd);
        return reply;
      },
    };
    const onRequest = (): void => {
      if (++requests === at) kill();
    };
    await using server = await simulatedServer({
      respondent: counting,
      latencyMs: [5, 30],
      onRequest,
    });
    const limits = ["--max-tokens", "100", "--concurrency", String(CONCURRENCY)];
    const args = argumentsFor(server.openaiUrl, out, ...limits, ...more);
    for (let i = 0; i < kills; i++) {
      at = requests + each;
      expect((await startMain(args, out, (given) => void (kill = given))).code).toBeNull();
    }
    at = Infinity;
    const { code } = await runMain(args, out);
    const price = await priceOf({
      provider: "openai-compatible",
      model: "local",
      priceIn: 1000,
      priceOut: 1000,
    });
    const cost = runningCost(price!);
    for (const record of readJournal(join(out, "replies.jsonl"), () => {})) {
      cost.add(record);
    }
    return { code, served, stored: cost.all(), dearest, kills };
  }

  /** A call in flight at a kill may have cost as much as any, or, if it never arrived, nothing. */
  function expectOnlyKilledCallsDiffer(run: Awaited<ReturnType<typeof killedRuns>>): void {
    const { served, stored, dearest, kills } = run;
    expect(stored.charges).toBeGreaterThan(0);
    expect(stored.charges).toBeLessThanOrEqual(kills * CONCURRENCY);
    expect(stored.usd - stored.chargesUsd).toBeLessThan(served + 1e-9);
    expect(Math.abs(stored.usd - served)).toBeLessThanOrEqual(stored.charges * dearest);
  }

  it(
    "differs from the server's only by calls in flight, over five runs that were killed, and a budget covers them all",
    { tags: "full" },
    async () => {
      const run = await killedRuns(5, 40, "--budget", "50");
      expect(run.code).toBe(3);
      expect(run.served).toBeGreaterThan(40);
      expect(run.served).toBeLessThan(50 + run.stored.charges * run.dearest);
      expectOnlyKilledCallsDiffer(run);
    },
  );

  it("includes requests that were in flight when a run was killed", { tags: "full" }, async () => {
    const run = await killedRuns(1, 60);
    expect(run.code).toBe(0);
    expectOnlyKilledCallsDiffer(run);
  });
});
