import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { syntheticWorld } from "@promptnce/datasets";
import { readPrompt } from "@promptnce/prompts";
import { readJournal } from "@promptnce/engine/journal";
import { simulated } from "@promptnce/rehearsal";
import { simulatedServer, type SimulatedServerOptions } from "@promptnce/rehearsal/server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { runMain, startMain } from "../testing/run-main.test.support.ts";

const secret = "sk-never-to-be-seen";
const env = { ANTHROPIC_API_KEY: secret, OPENAI_API_KEY: secret, SERVER_KEY: secret };

const joint = syntheticWorld("goemotions", "1");

/** A run of the bench against a server, and the requests that the server received in batches. */
async function rig(vendor: string, path: string, options: Partial<SimulatedServerOptions> = {}) {
  const submitted: (readonly string[])[] = [];
  const server = await simulatedServer({
    respondent: simulated({ read: readPrompt, joint, profile: "model-like", seed: "1" }),
    onBatch: (prompts) => void submitted.push(prompts),
    ...options,
  });
  const folder = await mkdtemp(join(tmpdir(), "promptnce-batch-"));
  const args = (out: string, more: readonly string[]): string[] => [
    "--dataset",
    "synthetic-goemotions",
    "--experiment",
    "conditional",
    "--methods",
    "direct-split,promptnce,infonce",
    "--pairs",
    "15",
    "--dev",
    "5",
    "--provider",
    vendor,
    "--model",
    "local",
    "--base-url",
    server.url + path,
    "--key-env",
    "SERVER_KEY",
    "--yes",
    "--out",
    join(folder, out),
    ...more,
  ];
  const run = (out: string, more: readonly string[]) => runMain(args(out, more), folder, { env });
  /** Starts a process that receives the signal once it has submitted a batch. */
  const stop = (out: string, more: readonly string[], signal: NodeJS.Signals) =>
    startMain(
      args(out, more),
      folder,
      (kill) => onceSubmitted(join(folder, out), () => kill(signal)),
      env,
    );
  return { server, submitted, run, stop, at: (...names: string[]) => join(folder, ...names) };
}

async function tables(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const name of (await readdir(join(folder, "tables"))).toSorted()) {
    files.set(name, await readFile(join(folder, "tables", name), "utf8"));
  }
  files.set("estimates.csv", await readFile(join(folder, "estimates.csv"), "utf8"));
  return files;
}

/** Calls back once the run's ledger lists a submitted batch. */
function onceSubmitted(out: string, act: () => void): void {
  const file = join(out, "replies.jsonl.batches.jsonl");
  const timer = setInterval(() => {
    if (!existsSync(file) || !readFileSync(file, "utf8").includes('"kind":"submitted"')) return;
    clearInterval(timer);
    act();
  }, 10);
}

describe.each([
  { vendor: "anthropic", tags: [], path: "" },
  { vendor: "openai", tags: ["full"], path: "/v1" },
])("bench --batch against a server that speaks $vendor's batches", ({ vendor, tags, path }) => {
  it(
    "makes the same tables as a run without batches, byte for byte, and sends no single request",
    { tags },
    async () => {
      const { server, submitted, run, at } = await rig(vendor, path);
      await using _ = server;
      const batch = await run("batch", ["--batch"]);
      expect(batch.stderr).not.toContain("bench:");
      expect(batch.code).toBe(0);
      expect(server.stats().requests).toBe(0);
      expect((await run("single", [])).code).toBe(0);
      expect(await tables(at("batch"))).toEqual(await tables(at("single")));
      const records = [...readJournal(at("batch", "replies.jsonl"))];
      expect(records.length).toBeGreaterThan(40);
      expect(records.every(({ reply }) => reply.batch === true)).toBe(true);
      const before = submitted.length;
      expect((await run("batch", [])).code).toBe(0);
      expect((await run("single", ["--batch"])).code).toBe(0);
      expect(submitted.length).toBe(before);
      for (const file of ["replies.jsonl", "replies.jsonl.batches.jsonl", "manifest.json"]) {
        expect(await readFile(at("batch", file), "utf8")).not.toContain("never-to-be-seen");
      }
    },
  );

  it(
    "keeps waiting after a SIGKILL while it waited, and submits no request again",
    { tags: "full" },
    async () => {
      const { server, submitted, run, stop, at } = await rig(vendor, path, {
        batches: { afterMs: 500 },
      });
      await using _ = server;
      // The server's clock, which stands still until the run is killed.
      vi.setSystemTime(Date.now());
      onTestFinished(() => void vi.useRealTimers());
      const killed = await stop("out", ["--batch"], "SIGKILL");
      vi.useRealTimers();
      expect(killed.code).toBeNull();
      expect(submitted.length).toBe(1);
      const finished = await run("out", ["--batch"]);
      expect(finished.code).toBe(0);
      expect(finished.stderr).toContain("of an earlier run");
      // Unreadable replies are asked for again, so a prompt may occur three times, but in separate
      // batches.
      expect(new Set(submitted[0]).size).toBe(submitted[0]?.length);
      const perKey = Map.groupBy(readJournal(at("out", "replies.jsonl")), ({ key }) => key);
      for (const records of perKey.values()) {
        expect(records.map(({ attempt }) => attempt ?? 0)).toEqual(records.map((_record, i) => i));
      }
      const replies = [...perKey.values()].flat().length;
      expect(submitted.flat().length).toBe(replies);
      const single = await run("single", []);
      expect(single.code).toBe(0);
      expect(await tables(at("out"))).toEqual(await tables(at("single")));
    },
  );

  it("retries errored and expired requests, and makes the same tables", { tags }, async () => {
    const { server, submitted, run, at } = await rig(vendor, path, {
      batches: { errored: 0.05, expired: 0.05 },
    });
    await using _ = server;
    const first = await run("out", ["--batch"]);
    expect(first.stderr).toContain("to be asked again");
    // The same command asks for the very few that failed in three batches.
    const last = first.code === 0 ? first : await run("out", ["--batch"]);
    expect(last.code).toBe(0);
    expect(submitted.length).toBeGreaterThan(1);
    expect((await run("single", [])).code).toBe(0);
    expect(await tables(at("out"))).toEqual(await tables(at("single")));
  });
});

it("leaves the batches running at Ctrl-C, and says how to continue", { tags: "full" }, async () => {
  const { server, submitted, stop } = await rig("anthropic", "", { batches: { afterMs: 60_000 } });
  await using _ = server;
  const stopped = await stop("out", ["--batch"], "SIGINT");
  expect(stopped.code).toBe(1);
  expect(stopped.stderr).toContain(
    "Batches that go on at the vendor: 1. The same command, with --batch, waits for them",
  );
  expect(stopped.stderr).not.toMatch(/\n\s+at /);
  expect(submitted.length).toBe(1);
});

it("stops batches at a budget with its own exit code, at half price, and continues with a larger one", async () => {
  const { server, submitted, run, at } = await rig("anthropic", "");
  await using _ = server;
  const priced = (budget: string) => [
    "--batch",
    "--price-in",
    "1000",
    "--price-out",
    "1000",
    "--budget",
    budget,
    "--settings",
    '{"thinking":{"type":"disabled"}}',
  ];
  const stopped = await run("out", priced("6"));
  expect(stopped.code).toBe(3);
  expect(stopped.stderr).toContain("fit into the budget at once");
  expect(stopped.stderr).toContain("The budget of $6.00 would be exceeded");
  const spent = [...readJournal(at("out", "replies.jsonl"))].reduce((sum, { reply }) => {
    return sum + ((reply.usage?.inputTokens ?? 0) + (reply.usage?.outputTokens ?? 0)) / 2000;
  }, 0);
  expect(spent).toBeGreaterThan(0);
  expect(spent).toBeLessThanOrEqual(6);
  expect((await run("out", priced("100000"))).code).toBe(0);
  const manifest = JSON.parse(await readFile(at("out", "manifest.json"), "utf8")) as {
    cost: { usd: number };
    totals: { inputTokens: number; outputTokens: number };
  };
  const { inputTokens, outputTokens } = manifest.totals;
  expect(manifest.cost.usd).toBeCloseTo((inputTokens + outputTokens) / 2000, 6);
  expect(submitted.length).toBeGreaterThan(1);
});

it("accepts --resubmit-lost, which concerns batches", async () => {
  const folder = await mkdtemp(join(tmpdir(), "promptnce-batch-"));
  const { code, stderr } = await runMain(["--model", "anthropic:m", "--resubmit-lost"], folder, {
    env,
  });
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining("--resubmit-lost: is about batches: give --batch too"),
  ]);
});

it("refuses --batch in one sentence for the simulated respondent and for a model file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "promptnce-batch-"));
  for (const who of [[], ["--model", "llama:x.gguf"]]) {
    const { code, stderr } = await runMain(["--batch", ...who], folder);
    expect(code).toBe(2);
    expect(stderr).toContain("--batch: is for models of anthropic and openai");
  }
});

it("says in one sentence that a server has no batches", async () => {
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () =>
      response.writeHead(404, { "content-type": "application/json" }).end("{}"),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const folder = await mkdtemp(join(tmpdir(), "promptnce-batch-"));
  for (const vendor of ["anthropic", "openai"]) {
    const { code, stderr } = await runMain(
      [
        "--dataset",
        "synthetic-goemotions",
        "--experiment",
        "pmi",
        "--pairs",
        "5",
        "--dev",
        "5",
        "--batch",
        "--yes",
        "--model",
        `${vendor}:m`,
        "--base-url",
        `http://127.0.0.1:${port}`,
        "--out",
        join(folder, vendor),
      ],
      folder,
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /bench: .* takes no batches at this address \(404\): leave out --batch, or check --base-url\.\n$/,
    );
    expect(stderr).not.toMatch(/\n\s+at /);
  }
});
