import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { openBatchLedger, readJournal } from "@promptnce/engine/journal";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { promptnce, startPromptnce } from "../promptnce.test.support.ts";
import { servedEstimate } from "./served-estimate.test.support.ts";

const ROWS = 24;
/** One a row, and the base rates of three labels. */
const QUESTIONS = ROWS + 3;

/** A run against a server, with the prompts of each batch that the server received. */
async function batched(
  options: NonNullable<Parameters<typeof servedEstimate>[0]> = {},
  provider?: Parameters<typeof servedEstimate>[1],
) {
  const submitted: (readonly string[])[] = [];
  const onBatch = (prompts: readonly string[]): void => void submitted.push(prompts);
  const served = await servedEstimate({ ...options, onBatch }, provider, ROWS);
  const store = `${served.out}.replies.jsonl`;
  // The server's clock stands still, so that a batch takes as long as the test wants.
  vi.setSystemTime(Date.now());
  onTestFinished(() => void vi.useRealTimers());
  return { ...served, submitted, store, result: () => readFileSync(served.out, "utf8") };
}

/**
 * What a run leaves that was killed while it submitted its batch, or with `submitted` while it
 * waited for it: the notes up to there, and no replies. Returns the first note.
 */
async function killed(
  run: readonly string[],
  store: string,
  { submitted = false } = {},
): Promise<string> {
  expect(await promptnce([...run])).toMatchObject({ status: 0 });
  rmSync(store);
  const notes = readFileSync(`${store}.batches.jsonl`, "utf8").trim().split("\n");
  expect(notes[1]).toContain('"kind":"submitted"');
  const kept = notes.slice(0, submitted ? 2 : 1);
  writeFileSync(`${store}.batches.jsonl`, kept.map((note) => `${note}\n`).join(""));
  return kept[0]!;
}

describe.each([
  { provider: "openai", tags: [] },
  { provider: "anthropic", tags: ["full"] },
] as const)("promptnce estimate --batch at $provider", ({ provider, tags }) => {
  it("asks each question in one batch and none singly, with the result of single calls", async () => {
    const { server, args, submitted, store, result } = await batched({}, provider);
    const batch = await promptnce([...args, "--batch", "--yes"]);
    expect(batch).toMatchObject({ status: 0 });
    expect(batch.stderr).toContain(`: ${QUESTIONS} requests submitted as the batch `);
    expect(batch.stderr).toContain(`${QUESTIONS} questions, 0 of them answered from the store.`);
    expect(submitted.map((prompts) => new Set(prompts).size)).toEqual([QUESTIONS]);
    expect(server.stats()).toMatchObject({ requests: 0 });
    expect([...readJournal(store)].every(({ reply }) => reply.batch === true)).toBe(true);
    const rows = result();
    const single = await promptnce([...args, "--yes", "--store", `${store}.single`]);
    expect(single).toMatchObject({ status: 0 });
    expect(server.stats()).toMatchObject({ requests: QUESTIONS });
    expect(result()).toBe(rows);
  });

  it("submits only the questions that the store lacks", async () => {
    const { server, args, submitted } = await batched({}, provider);
    expect((await promptnce([...args, "--yes"])).status).toBe(0);
    const more = [...args, "--yes", "--batch", "--methods", "promptnce,direct-pmi"];
    const { status, stderr } = await promptnce(more);
    expect(status).toBe(0);
    expect(stderr).toContain(
      `${QUESTIONS + ROWS} questions, ${QUESTIONS} of them answered from the store.`,
    );
    expect(submitted.map(({ length }) => length)).toEqual([ROWS]);
    const again = await promptnce(more);
    expect(again.stderr).toContain(
      `${QUESTIONS + ROWS} questions, ${QUESTIONS + ROWS} of them answered from the store.`,
    );
    expect(submitted).toHaveLength(1);
    expect(server.stats()).toMatchObject({ requests: QUESTIONS });
  });

  it(
    "says when stopped by Ctrl-C that the batch continues, and waits for it when run again",
    { tags: [...tags] },
    async () => {
      const { server, args, submitted, result } = await batched(
        { batches: { afterMs: 500 } },
        provider,
      );
      const run = [...args, "--batch", "--yes"];
      const stopped = await startPromptnce(run, {
        stopAt: { said: "submitted", signal: "SIGINT" },
      });
      expect(stopped).toMatchObject({ status: 1, stdout: "" });
      expect(stopped.stderr).toContain(
        "Batches that go on at the vendor: 1. The same command, with --batch, waits for them",
      );
      expect(stopped.stderr).toMatch(/\nStopped\. .* the same command goes on from there\.\n$/);
      vi.setSystemTime(Date.now() + 500);
      const finished = await promptnce(run);
      expect(finished).toMatchObject({ status: 0 });
      expect(finished.stderr).toContain(`of an earlier run, ${QUESTIONS} requests, is under way`);
      expect(submitted).toHaveLength(1);
      expect(server.stats()).toMatchObject({ requests: 0 });
      expect(result().trim().split("\n")).toHaveLength(1 + ROWS);
    },
  );

  it("retries errored and expired questions in further batches", async () => {
    const { server, args, submitted } = await batched(
      { seed: 5, batches: { errored: 0.1, expired: 0.1 } },
      provider,
    );
    const { status, stderr } = await promptnce([...args, "--batch", "--yes"]);
    expect(stderr).toContain("to be asked again");
    expect(status).toBe(0);
    expect(submitted.length).toBeGreaterThan(1);
    expect(new Set(submitted.flat()).size).toBe(QUESTIONS);
    expect(server.stats()).toMatchObject({ requests: 0 });
  });
});

it("submits a batch again only with --resubmit-lost if its submission was cut long ago and it is not found", async () => {
  const { args, server, store } = await batched({}, "anthropic");
  const intent = await killed([...args, "--batch", "--yes"], store);
  // Two days ago, and the server has no such batch.
  const at = new Date(Date.now() - 172_800_000).toISOString();
  writeFileSync(`${store}.batches.jsonl`, `${JSON.stringify({ ...JSON.parse(intent), at })}\n`);
  const { server: other, submitted } = await batched({}, "anthropic");
  const run = [...args.map((arg) => (arg === server.url ? other.url : arg)), "--batch", "--yes"];
  const refused = await promptnce(run);
  expect(refused.status).toBe(2);
  expect(refused.stderr).toMatch(
    /^error: An earlier run was stopped while it submitted a batch\. Whether its batch of 27 requests was created is unknown, .*\. If it was created, submitting them again pays for them twice\. .*; if there is none, give --resubmit-lost\.\n$/,
  );
  expect(submitted).toEqual([]);
  const again = await promptnce([...run, "--resubmit-lost"]);
  expect(again.stderr).toContain(
    `submitting again ${QUESTIONS} requests whose batch was not found`,
  );
  expect(submitted).toHaveLength(1);
});

it.each(["openai", "anthropic"] as const)(
  "the next run does not look for a batch whose submission never left for %s",
  async (provider) => {
    const { args, submitted, store } = await batched({}, provider);
    const run = [...args, "--batch", "--yes", "--key-env", "OWN_KEY"];
    const refused = await promptnce(run, { env: { OWN_KEY: "secret\n12" } });
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain("holds a character that cannot be sent");
    expect(refused.stderr).not.toContain("secret");
    expect(openBatchLedger(store).open()).toEqual([]);
    const finished = await promptnce(run, { env: { OWN_KEY: "secret12" } });
    expect(finished.stderr).not.toContain("looking for their batch");
    expect(finished.status).toBe(0);
    expect(submitted).toHaveLength(1);
  },
);

it("the same command does not search again for a batch that it failed to find", async () => {
  const { args, submitted, store } = await batched({}, "anthropic");
  const run = [...args, "--batch", "--yes"];
  // With the note of a later search, for a batch that the server does not have.
  const intent = JSON.parse(await killed(run, store)) as {
    label: string;
    at: string;
    requests: [string, number][];
  };
  const requests = intent.requests.slice(1);
  const { label, at } = intent;
  const notes = [
    { ...intent, requests },
    { v: 1, kind: "searched", label, at },
  ];
  writeFileSync(
    `${store}.batches.jsonl`,
    notes.map((note) => `${JSON.stringify(note)}\n`).join(""),
  );
  const refused = await promptnce(run);
  expect(refused.stderr).not.toContain("looking for their batch");
  expect(refused.stderr).toContain("if there is none, give --resubmit-lost.");
  expect(refused.status).toBe(2);
  expect(submitted).toHaveLength(1);
});

it("a setting that the model rejects is left out of the batches without any single request", async () => {
  const { server, args, submitted, store } = await batched({ rejects: ["temperature"] });
  const settings = ["--settings", '{"temperature": 0, "top_p": 1}'];
  const { status, stderr } = await promptnce([...args, ...settings, "--batch", "--yes"]);
  expect(status).toBe(0);
  expect(stderr).toContain(`${QUESTIONS} questions, 0 of them answered from the store.`);
  expect(submitted.map(({ length }) => length)).toEqual([QUESTIONS, QUESTIONS]);
  expect(server.stats()).toMatchObject({ requests: 0 });
  const [record] = readJournal(store);
  expect(record).toMatchObject({ settings: { top_p: 1 }, leftOut: { temperature: 0 } });
});

it("a vendor that fails at all requests of three batches ends the run, and they are asked singly without --batch", async () => {
  const { server, args, submitted } = await batched({ batches: { errored: 1 } });
  const { status, stderr } = await promptnce([...args, "--batch", "--yes"]);
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /error: .* is overloaded or failed \(500\): .* \(10 requests failed like this, and none was answered\.\)\n$/,
  );
  expect(submitted).toHaveLength(3);
  const single = await promptnce([...args, "--yes"]);
  expect(single.status).toBe(0);
  expect(single.stderr).not.toContain("under way in batches");
  expect(server.stats()).toMatchObject({ requests: QUESTIONS });
});

it("requests that fail in three batches are kept as failed, and the rows are written with the rest", async () => {
  const { server, args, submitted, result, store } = await batched({
    seed: 5,
    batches: { errored: 0.5 },
  });
  await promptnce([...args, "--batch", "--yes"]);
  expect(submitted).toHaveLength(3);
  const failed = [...readJournal(store)].filter(({ reply }) => reply.stop === "failed");
  expect(failed.length).toBeGreaterThan(0);
  expect(failed[0]?.reply.failure).toMatchObject({ kind: "server", status: 500 });
  expect(result().trim().split("\n")).toHaveLength(1 + ROWS);
  expect(server.stats()).toMatchObject({ requests: 0 });
});

it("without --batch, a run over a store with batches in progress asks singly, and announces it", async () => {
  const { server, args, submitted, store } = await batched();
  await killed([...args, "--batch", "--yes"], store, { submitted: true });
  const { status, stderr } = await promptnce([...args, "--yes"]);
  expect(status).toBe(0);
  expect(stderr).toContain(
    `Requests of this store under way in batches: ${QUESTIONS}. Without --batch, those that this run needs are asked again.`,
  );
  expect(submitted).toHaveLength(1);
  expect(server.stats()).toMatchObject({ requests: QUESTIONS });
});

describe("the cost of a run in batches", () => {
  const prices = ["--price-in", "10", "--price-out", "10"];
  const dollars = (text: string, line: RegExp): number => Number(line.exec(text)?.[1]);

  it("is half of the remaining cost in a dry run, which sends nothing", async () => {
    const { args, submitted } = await batched({}, "anthropic");
    const prices = ["--price-in", "1000", "--price-out", "1000"];
    const { status, stdout } = await promptnce([...args, ...prices, "--batch", "--dry-run"]);
    expect(status).toBe(0);
    for (const range of ["", "[^,]*, \\$"]) {
      const cost = dollars(stdout, new RegExp(`\\n {2}cost +\\$${range}([\\d.]+)`));
      const batch = dollars(stdout, new RegExp(`\\n {2}with --batch +\\$${range}([\\d.]+)`));
      expect(cost).toBeGreaterThan(1);
      expect(Math.abs(batch - cost / 2)).toBeLessThanOrEqual(0.01);
    }
    expect(submitted).toEqual([]);
  });

  it("needs a confirmation only if that half exceeds --confirm-above", async () => {
    const { args, submitted } = await batched({}, "anthropic");
    const { stdout } = await promptnce([...args, ...prices, "--dry-run"]);
    const cost = dollars(stdout, /\n {2}cost +\$[\d.]+ expected, \$([\d.]+) at most\n/);
    const between = ["--confirm-above", String(0.75 * cost)];
    expect((await promptnce([...args, ...prices, ...between])).status).toBe(2);
    expect(submitted).toEqual([]);
    expect((await promptnce([...args, ...prices, ...between, "--batch"])).status).toBe(0);
    expect(submitted).toHaveLength(1);
  });

  it("stays within the budget at batch prices, and continues with a larger one", async () => {
    const { server, args, submitted, store } = await batched({}, "anthropic");
    const run = [
      ...args,
      "--batch",
      "--price-in",
      "1000",
      "--price-out",
      "1000",
      "--yes",
      "--settings",
      '{"thinking":{"type":"disabled"}}',
    ];
    const stopped = await promptnce([...run, "--budget", "3.5"]);
    expect(stopped.status).toBe(3);
    expect(stopped.stderr).toContain("fit into the budget at once");
    expect(stopped.stderr).toContain("error: The budget of $3.50 would be exceeded");
    const spent = [...readJournal(store)].reduce((sum, { reply: { usage } }) => {
      return sum + ((usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0)) / 2000;
    }, 0);
    expect(spent).toBeGreaterThan(0);
    expect(spent).toBeLessThanOrEqual(3.5);
    const before = new Set(submitted.flat());
    expect((await promptnce([...run, "--budget", "100000"])).status).toBe(0);
    expect(submitted.at(-1)?.some((prompt) => before.has(prompt))).toBe(false);
    expect(server.stats()).toMatchObject({ requests: 0 });
  });
});
