import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { syntheticWorld } from "@promptnce/datasets";
import { readPrompt } from "@promptnce/prompts";
import { simulated } from "@promptnce/rehearsal";
import { simulatedServer } from "@promptnce/rehearsal/server";
import { newFolder } from "@promptnce/testing/new-folder";
import { hasPostgres, startPostgres } from "@promptnce/testing/postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import { runMain } from "../testing/run-main.test.support.ts";

const promptnce = join(import.meta.dirname, "../../../cli/src/main.js");
const env = { OPENAI_API_KEY: "sk-never-to-be-seen" };

function tables(folder: string): Map<string, string> {
  const names = readdirSync(join(folder, "tables")).toSorted();
  return new Map(names.map((name) => [name, readFileSync(join(folder, "tables", name), "utf8")]));
}

describe.skipIf(!hasPostgres)("a bench over the store of a team", () => {
  it(
    "makes the same tables with two workers as with one process, and asks nothing again",
    { tags: ["full"] },
    async () => {
      await using postgres = await startPostgres();
      const joint = syntheticWorld("words", "1");
      const respondent = simulated({ read: readPrompt, joint, profile: "model-like", seed: "1" });
      await using server = await simulatedServer({ respondent });
      const store = await postgres.database("bench");
      const cwd = newFolder();
      const model = ["--provider", "openai", "--model", "any", "--base-url", `${server.url}/v1`];
      const what = [
        "--dataset",
        "synthetic-words",
        "--experiment",
        "conditional,pmi",
        "--pairs",
        "30",
        "--dev",
        "5",
        "--tables",
      ];
      const run = (out: string, ...more: string[]) =>
        runMain([...what, ...model, "--yes", "--out", out, ...more], cwd, { env });
      const one = await run("one");
      expect(one.code).toBe(0);
      const { requests } = server.stats();
      for (let i = 0; i < 2; i++) {
        const worker = spawn(process.execPath, [promptnce, "worker", "--store", store, ...model], {
          env: { ...process.env, ...env },
        });
        onTestFinished(() => void worker.kill("SIGKILL"));
      }
      const team = await run("team", "--store", store, "--workers");
      expect(team).toMatchObject({ code: 0, stdout: one.stdout });
      expect(server.stats().requests).toBe(2 * requests);
      const again = await run("again", "--store", store);
      expect(again).toMatchObject({ code: 0, stdout: one.stdout });
      expect(server.stats().requests).toBe(2 * requests);
      for (const out of ["team", "again"])
        expect(tables(join(cwd, out))).toEqual(tables(join(cwd, "one")));
      const manifest = readFileSync(join(cwd, "team", "manifest.json"), "utf8");
      expect(manifest).not.toContain("sk-never");
      expect(JSON.parse(manifest)).toMatchObject({ counts: { asked: requests, fromStore: 0 } });
    },
  );
});
