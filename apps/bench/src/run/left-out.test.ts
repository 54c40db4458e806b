import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { syntheticWorld } from "@promptnce/datasets";
import { readPrompt } from "@promptnce/prompts";
import { readJournal } from "@promptnce/engine/journal";
import { simulated } from "@promptnce/rehearsal";
import { simulatedServer } from "@promptnce/rehearsal/server";
import { describe, expect, it } from "vitest";
import { runMain, startMain } from "../testing/run-main.test.support.ts";

interface Manifest {
  readonly run: { readonly settings: object; readonly effort?: string };
  readonly providers: readonly { readonly settings: object; readonly leftOut?: object }[];
  readonly counts: { readonly questions: number; readonly fromStore: number };
}

describe.each([
  { vendor: "openai", path: "/v1" },
  { vendor: "anthropic", path: "" },
])(
  "a run with a temperature that the model behind $vendor's wire format rejects",
  ({ vendor, path }) => {
    it(
      "reports after a kill and a resume that a setting was not sent, provokes no second rejection, and asks nothing twice",
      { tags: "full" },
      async () => {
        const out = await mkdtemp(join(tmpdir(), "promptnce-left-out-"));
        const joint = syntheticWorld("goemotions", "1");
        const respondent = simulated({ read: readPrompt, joint, profile: "truthful", seed: "1" });
        const outcomes: string[] = [];
        let kill = (): void => {};
        await using server = await simulatedServer({
          respondent,
          rejects: ["temperature"],
          latencyMs: 5,
          onRequest: ({ outcome }) => void (outcomes.push(outcome) === 40 && kill()),
        });
        const args = [
          "--dataset",
          "synthetic-goemotions",
          "--experiment",
          "conditional",
          "--provider",
          vendor,
          "--model",
          "local",
          "--base-url",
          server.url + path,
          "--settings",
          '{"temperature": 0}',
          "--effort",
          "low",
          "--pairs",
          "20",
          "--dev",
          "5",
          "--concurrency",
          "4",
          "--yes",
          "--out",
          out,
        ];
        const manifest = async (): Promise<Manifest> =>
          JSON.parse(await readFile(join(out, "manifest.json"), "utf8")) as Manifest;

        const killed = await startMain(args, out, (stop) => void (kill = stop));
        expect(killed.code).toBeNull();
        const rejections = outcomes.filter((outcome) => outcome === "bad-request").length;
        expect(rejections).toBeGreaterThan(0);
        // As many as were in flight when the first came back, and the one that took its place.
        expect(rejections).toBeLessThanOrEqual(5);

        const resumed = await runMain(args, out);
        expect(resumed.code).toBe(0);
        expect(resumed.stderr).toContain("Not sent: temperature = 0, which local rejects.");
        expect(outcomes.filter((outcome) => outcome === "bad-request")).toHaveLength(rejections);
        const { run, providers, counts } = await manifest();
        expect(run).toMatchObject({ settings: { temperature: 0 }, effort: "low" });
        expect(providers[0]?.settings).toMatchObject(
          vendor === "openai" ? { reasoning_effort: "low" } : { output_config: { effort: "low" } },
        );
        expect(providers).toHaveLength(1);
        expect(providers[0]?.settings).not.toHaveProperty("temperature");
        expect(providers[0]?.leftOut).toEqual({ temperature: 0 });
        for (const { settings, leftOut, charge } of readJournal(
          join(out, "replies.jsonl"),
          () => {},
        )) {
          // For a call in flight at the kill, only the key is known.
          if (charge) continue;
          expect(settings).not.toHaveProperty("temperature");
          expect(leftOut).toEqual({ temperature: 0 });
        }
        const page = await readFile(join(out, "report.html"), "utf8");
        expect(page).toContain("<dt>Not sent</dt><dd>temperature = 0, which local rejects</dd>");

        const asked = outcomes.length;
        const dry = await runMain([...args, "--dry-run"], out);
        expect(dry.stdout).toContain(
          `questions        ${counts.questions}, of which the store answers ${counts.questions}\n`,
        );
        expect((await runMain(args, out)).code).toBe(0);
        expect((await manifest()).counts).toMatchObject({ asked: 0, fromStore: counts.questions });
        expect((await runMain(["report", out], out)).code).toBe(0);
        expect((await manifest()).providers).toEqual(providers);
        expect(outcomes).toHaveLength(asked);
      },
    );
  },
);
