import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { syntheticClass } from "@promptnce/case-study/world";
import { readPrompt } from "@promptnce/prompts";
import { simulated } from "@promptnce/rehearsal";
import { simulatedServer } from "@promptnce/rehearsal/server";
import Papa from "papaparse";
import { expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";
import { withSimulatedSummaries } from "../asking/simulated-summaries.ts";

const root = resolve(import.meta.dirname, "../../../..");
const folder = join(
  resolve(root, process.env["PROMPTNCE_TEST_DATA"] ?? "../shared/datasets"),
  "progsnap2",
);
const introclass = join(folder, "introclass/introclass_submissions.jsonl.gz");
const fitech = join(folder, "fitech");

/** Summaries by a model's server beside one for all, scored through the server. */
async function scoredThroughServer(attempts: string, more: readonly string[]): Promise<string> {
  const into = newFolder();
  const joint = syntheticClass(1);
  const respondent = withSimulatedSummaries(
    simulated({ read: readPrompt, joint, profile: "model-like", seed: "1" }),
  );
  await using server = await simulatedServer({ respondent });
  const model = [
    "--provider",
    "openai",
    "--model",
    "served",
    "--base-url",
    `${server.url}/v1`,
    "--yes",
  ];
  const [own, other] = [join(into, "own.csv"), join(into, "other.csv")];
  const summarised = await promptnce(["summarise", attempts, ...more, ...model, "--out", own]);
  expect(summarised.status).toBe(0);
  expect(summarised.stderr).toMatch(/Wrote \d\d summaries/);
  const { data } = Papa.parse<{ student: string }>(readFileSync(own, "utf8"), {
    header: true,
    skipEmptyLines: true,
  });
  const generic = data.map(({ student }) => [student, "generic", "A student like any other."]);
  writeFileSync(other, Papa.unparse({ fields: ["student", "kind", "summary"], data: generic }));
  const out = join(into, "out");
  const { status, stdout } = await promptnce([
    "score",
    attempts,
    ...more,
    "--summaries",
    own,
    "--summaries",
    other,
    ...model,
    "--out",
    out,
  ]);
  expect(status).toBe(0);
  expect(readFileSync(join(out, "tables/pairs.csv"), "utf8").split("\n")).toHaveLength(6);
  return stdout;
}

it.skipIf(!existsSync(introclass))(
  "summarises and scores IntroClass through a server",
  { tags: "full" },
  async () => {
    expect(await scoredThroughServer(introclass, [])).toContain("| Future prediction |");
  },
);

it.skipIf(!existsSync(fitech))(
  "summarises and scores FITech, a ProgSnap2 folder, through a server",
  { tags: "full" },
  async () => {
    expect(await scoredThroughServer(fitech, ["--window", "3"])).toContain("| Compression");
  },
);
