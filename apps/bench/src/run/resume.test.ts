import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { syntheticWorld } from "@promptnce/datasets";
import { readPrompt } from "@promptnce/prompts";
import { simulated } from "@promptnce/rehearsal";
import { simulatedServer } from "@promptnce/rehearsal/server";
import { describe, expect, it } from "vitest";
import { runMain, startMain } from "../testing/run-main.test.support.ts";

const concurrency = 6;

describe.each([
  { vendor: "openai", tags: [], path: "/v1", key: "OPENAI_API_KEY" },
  { vendor: "anthropic", tags: ["full"], path: "", key: "ANTHROPIC_API_KEY" },
])("a run against a server that speaks $vendor's wire format", ({ vendor, tags, path, key }) => {
  it(
    "asks again, after a SIGKILL half-way, only the requests that were in flight",
    { tags },
    async () => {
      const out = await mkdtemp(join(tmpdir(), "promptnce-resume-"));
      const joint = syntheticWorld("goemotions", "1");
      const respondent = simulated({ read: readPrompt, joint, profile: "truthful", seed: "1" });
      let kill = (): void => {};
      const prompts: string[] = [];
      await using server = await simulatedServer({
        respondent,
        latencyMs: 5,
        onRequest: ({ prompt }) => void (prompts.push(prompt) === 60 && kill()),
      });
      const args = [
        "--dataset",
        "synthetic-goemotions",
        "--experiment",
        "conditional,pmi",
        "--provider",
        vendor,
        "--model",
        "local",
        "--base-url",
        server.url + path,
        "--pairs",
        "25",
        "--dev",
        "5",
        "--concurrency",
        `${concurrency}`,
        "--yes",
        "--out",
        out,
      ];
      const env = { [key]: "sk-never-to-be-seen" };

      const killed = await startMain(args, out, (stop) => void (kill = stop), env);
      expect(killed.code).toBeNull();
      const asked = prompts.length;

      const finished = await runMain(args, out, { env });
      expect(finished.stderr).not.toContain("bench:");
      expect(finished.code).toBe(0);
      const distinct = new Set(prompts).size;
      const inputTokens = [...new Set(prompts)].reduce(
        (sum, text) => sum + Math.ceil(text.length / 4),
        0,
      );
      expect(distinct).toBeGreaterThan(100);
      expect(prompts.length - distinct).toBeLessThanOrEqual(concurrency);
      expect(asked).toBeLessThan(distinct);

      const manifest = JSON.parse(await readFile(join(out, "manifest.json"), "utf8")) as {
        counts: { questions: number; unreadable: number };
        totals: { requests: number; inputTokens: number };
      };
      expect(manifest.counts).toMatchObject({ questions: distinct, unreadable: 0 });
      expect(manifest.totals).toMatchObject({ requests: distinct, inputTokens });

      const before = prompts.length;
      expect((await runMain(args, out, { env })).code).toBe(0);
      expect(prompts.length).toBe(before);
      for (const file of ["replies.jsonl", "manifest.json", "estimates.csv", "tables/pmi.md"]) {
        expect(await readFile(join(out, file), "utf8")).not.toContain("never-to-be-seen");
      }
    },
  );
});
