import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { syntheticClass } from "@promptnce/case-study/world";
import { readPrompt } from "@promptnce/prompts";
import { readJournal } from "@promptnce/engine/journal";
import { simulated } from "@promptnce/rehearsal";
import { simulatedServer } from "@promptnce/rehearsal/server";
import { expect, it, onTestFinished } from "vitest";
import { promptnce, startPromptnce } from "../promptnce.test.support.ts";
import { classFiles } from "./class-files.test.support.ts";
import { withSimulatedSummaries } from "../asking/simulated-summaries.ts";

/**
 * A class as files, and a server that answers about it, with the prompts of each batch it was
 * given.
 */
async function served(afterMs = 0) {
  const joint = syntheticClass(1);
  const respondent = withSimulatedSummaries(
    simulated({ read: readPrompt, joint, profile: "model-like", seed: "1" }),
  );
  const submitted: (readonly string[])[] = [];
  const onBatch = (prompts: readonly string[]): void => void submitted.push(prompts);
  const server = await simulatedServer({ respondent, onBatch, batches: { afterMs } });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const model = ["--provider", "anthropic", "--model", "m", "--base-url", server.url, "--yes"];
  return { ...classFiles(), server, submitted, model };
}

function tables(out: string): [name: string, text: string][] {
  const names = [
    ...readdirSync(join(out, "tables")).map((name) => `tables/${name}`),
    "students.csv",
    "comparisons.csv",
  ];
  return names.map((name) => [name, readFileSync(join(out, name), "utf8")]);
}

it("summarise --batch writes the same as single calls, and makes none", async () => {
  const { folder, attempts, server, submitted, model } = await served();
  const [one, two] = [join(folder, "one.csv"), join(folder, "two.csv")];
  const args = ["summarise", attempts, ...model, "--out"];
  expect(await promptnce([...args, one, "--batch"])).toMatchObject({ status: 0 });
  expect(submitted).toHaveLength(1);
  expect(server.stats()).toMatchObject({ requests: 0 });
  expect(await promptnce([...args, two])).toMatchObject({ status: 0 });
  expect(server.stats()).toMatchObject({ requests: submitted[0]?.length });
  expect(readFileSync(one, "utf8")).toBe(readFileSync(two, "utf8"));
});

it("score --batch makes the same tables as single calls, and makes none", async () => {
  const { folder, attempts, summaries, server, submitted, model } = await served();
  const [one, two] = [join(folder, "one"), join(folder, "two")];
  const what = ["--variant", "compression", "--methods", "promptnce", "--k", "3"];
  const args = ["score", attempts, "--summaries", summaries, ...what, ...model, "--out"];
  expect(await promptnce([...args, one, "--batch"])).toMatchObject({ status: 0 });
  const records = [...readJournal(join(one, "replies.jsonl"))];
  expect(records.length).toBeGreaterThan(30);
  expect(records.every(({ reply }) => reply.batch === true)).toBe(true);
  expect(submitted.flat()).toHaveLength(records.length);
  expect(server.stats()).toMatchObject({ requests: 0 });
  const manifest = JSON.parse(readFileSync(join(one, "manifest.json"), "utf8")) as {
    counts: { questions: number; asked: number; fromStore: number };
  };
  const { questions } = manifest.counts;
  expect(manifest.counts).toMatchObject({ asked: questions, fromStore: 0 });
  expect(await promptnce([...args, two])).toMatchObject({ status: 0 });
  expect(tables(one)).toEqual(tables(two));
});

it(
  "says that batches go on if score stops while it waits, and what is under way without --batch",
  { tags: "full" },
  async () => {
    const { folder, attempts, summaries, submitted, model } = await served(60_000);
    const args = [
      "score",
      attempts,
      "--summaries",
      summaries,
      "--k",
      "3",
      "--variant",
      "compression",
      ...model,
      "--out",
      join(folder, "out"),
    ];
    const stopped = await startPromptnce([...args, "--batch"], {
      stopAt: { said: "submitted", signal: "SIGINT" },
    });
    expect(stopped.status).toBe(1);
    expect(stopped.stderr).toContain("Batches that go on at the vendor: 1.");
    const [requests] = submitted;
    const single = await promptnce(args);
    expect(single.status).toBe(0);
    expect(single.stderr).toContain(
      `Requests of this store under way in batches: ${requests?.length}.`,
    );
    expect(submitted).toHaveLength(1);
  },
);

it("refuses score --batch if all methods score given texts", async () => {
  const { folder, attempts, summaries, server } = await served();
  const { status, stderr } = await promptnce([
    "score",
    attempts,
    "--summaries",
    summaries,
    "--methods",
    "gem,gem+plain",
    "--batch",
    "--out",
    join(folder, "out"),
    "--provider",
    "openai",
    "--model",
    "m",
    "--base-url",
    `${server.url}/v1`,
    "--scoring",
    "vllm",
  ]);
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /\nerror: --batch: the methods here \(gem, gem\+plain\) only score given texts, which batches cannot do; leave it out, or name another method\n$/,
  );
  expect(server.stats()).toMatchObject({ requests: 0 });
});
