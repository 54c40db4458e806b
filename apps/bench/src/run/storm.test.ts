import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { random } from "@promptnce/core/sampling";
import { syntheticWorld } from "@promptnce/datasets";
import { readPrompt } from "@promptnce/prompts";
import { type JournalRecord, readJournal } from "@promptnce/engine/journal";
import { simulated } from "@promptnce/rehearsal";
import { type FaultShares, simulatedServer } from "@promptnce/rehearsal/server";
import { describe, expect, it } from "vitest";
import { runMain, startMain } from "../testing/run-main.test.support.ts";

const STORM: FaultShares = {
  "429": 0.1,
  "529": 0.05,
  cut: 0.01,
  drop: 0.01,
  hang: 0.02,
  malformed: 0.05,
};
const KILLS = 3;

const respondent = simulated({
  read: readPrompt,
  joint: syntheticWorld("goemotions", "1"),
  profile: "model-like",
  seed: "1",
});
const folder = (): Promise<string> => mkdtemp(join(tmpdir(), "promptnce-storm-"));
const argumentsFor = (url: string, out: string, pairs = "40"): string[] => [
  "--dataset",
  "synthetic-goemotions",
  "--experiment",
  "conditional,pmi",
  "--provider",
  "openai",
  "--model",
  "local",
  "--base-url",
  url,
  "--pairs",
  pairs,
  "--dev",
  "5",
  "--concurrency",
  "16",
  "--yes",
  "--out",
  out,
];

/** The requests, with those that were charged without a reply counted separately. */
function recordsIn(out: string): JournalRecord[] {
  return [...readJournal(join(out, "replies.jsonl"), () => {})].filter(
    ({ charge }) => charge !== true,
  );
}

describe("a run through a storm, killed three times", () => {
  it(
    "answers every question, repeats no answered one, and makes a calm run's tables",
    { tags: "full" },
    async () => {
      const calm = await folder();
      await using still = await simulatedServer({ respondent });
      expect((await runMain(argumentsFor(still.openaiUrl, calm), calm)).code).toBe(0);
      const calmRecords = recordsIn(calm);
      const answers = new Map(calmRecords.map(({ key, reply }) => [key, reply.text]));
      const times = Map.groupBy(calmRecords, ({ key }) => key);
      // A question whose reply cannot be read is asked again in the calm run too.
      const isReadable = (key: string) => times.get(key)?.length === 1;

      const stormy = await folder();
      const answered = new Set<string>();
      const askedAgain: string[] = [];
      const seen = { requests: 0, kill: (): void => {}, at: Infinity };
      await using server = await simulatedServer({
        respondent,
        faults: STORM,
        retryAfter: 0.1,
        latencyMs: [1, 10],
        seed: "storm",
        onRequest: ({ prompt }) => {
          if (answered.has(prompt)) askedAgain.push(prompt);
          if (++seen.requests === seen.at) seen.kill();
        },
      });
      const run = () =>
        startMain(
          [...argumentsFor(server.openaiUrl, stormy), "--timeout", "1.5"],
          stormy,
          (kill) => void (seen.kill = kill),
        );
      const moments = random("storm");
      for (let i = 0; i < KILLS; i++) {
        seen.at = seen.requests + 30 + Math.floor(moments.uniform() * 50);
        expect((await run()).code).toBeNull();
        for (const { key, prompt, reply } of recordsIn(stormy)) {
          if (isReadable(key) && reply.text === answers.get(key)) answered.add(prompt);
        }
      }
      expect(answered.size).toBeGreaterThan(50);
      seen.at = Infinity;
      const ended = await run();
      expect(ended.stderr).not.toContain("bench:");
      expect(ended.code).toBe(0);
      expect(askedAgain).toEqual([]);
      const { outcomes } = server.stats();
      for (const fault of Object.keys(STORM)) {
        expect(outcomes).toHaveProperty(fault);
      }

      const records = recordsIn(stormy);
      expect(new Set(records.map(({ key }) => key))).toEqual(new Set(answers.keys()));
      const last = new Map(records.map(({ key, reply }) => [key, reply.text]));
      const spoiled = [...last.keys()].filter((key) => last.get(key) !== answers.get(key));
      // The timing of the kills decides whether all three attempts of a question meet the storm.
      expect(spoiled.length).toBeLessThanOrEqual(3);
      for (const key of spoiled) {
        expect(records.filter((one) => one.key === key)).toHaveLength(3);
      }
      const lines = async (out: string, file: string): Promise<string[]> =>
        (await readFile(join(out, file), "utf8")).split("\n");
      const calmRows = new Set(await lines(calm, "estimates.csv"));
      const differing = (await lines(stormy, "estimates.csv")).filter((row) => !calmRows.has(row));
      for (const row of differing) {
        expect(row).toContain("unreadable");
      }
      if (spoiled.length > 0) return;
      for (const file of ["estimates.csv", "tables/conditional.md", "tables/pmi.md"]) {
        expect(await lines(stormy, file)).toEqual(await lines(calm, file));
      }
    },
  );

  it("counts replies that remain unreadable, with their texts, and keeps the other estimates", async () => {
    const calm = await folder();
    await using still = await simulatedServer({ respondent });
    await runMain(argumentsFor(still.openaiUrl, calm, "15"), calm);
    const spoiled = await folder();
    await using server = await simulatedServer({
      respondent,
      faults: { malformed: 0.4 },
      seed: "m",
    });
    const ended = await runMain(
      [...argumentsFor(server.openaiUrl, spoiled, "15"), "--max-failures", "1"],
      spoiled,
    );
    expect(ended.code).toBe(0);
    const unreadable = JSON.parse(await readFile(join(spoiled, "manifest.json"), "utf8")) as {
      counts: { unreadable: number };
    };
    expect(unreadable.counts.unreadable).toBeGreaterThan(0);
    const [kept, all] = await Promise.all(
      [spoiled, calm].map(async (out) =>
        (await readFile(join(out, "estimates.csv"), "utf8")).split("\n"),
      ),
    );
    const lost = (kept ?? []).filter((line) => !all?.includes(line));
    expect(kept).toHaveLength(all?.length ?? 0);
    expect(lost.length).toBeGreaterThan(0);
    expect(lost.every((line) => line.includes("unreadable"))).toBe(true);
  });

  it("does not sleep a day because a vendor asks for it, and says what to do", async () => {
    const out = await folder();
    await using server = await simulatedServer({
      respondent,
      faults: { "429": 1 },
      retryAfter: 86_400,
    });
    const ended = await runMain(argumentsFor(server.openaiUrl, out), out);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(
      /bench: .*asks to wait 86400 s, more than the 60 s .* ask again after that time/,
    );
  });
});
