import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { syntheticWorld } from "@promptnce/datasets";
import { readPrompt } from "@promptnce/prompts";
import { simulated } from "@promptnce/providers/simulated";
import { simulatedServer } from "@promptnce/providers/simulated-server";
import { expect, it } from "vitest";
import { readCsv } from "./testing/read-csv.ts";
import { runMain } from "./testing/run-main.ts";

it("two models in one run are two columns, each from its own replies", async () => {
  const out = await mkdtemp(join(tmpdir(), "promptnce-models-"));
  const joint = syntheticWorld("words", "1");
  const respondent = simulated({ read: readPrompt, joint, profile: "truthful", seed: "1" });
  const prompts: string[] = [];
  await using server = await simulatedServer({
    respondent,
    onRequest: ({ prompt }) => void prompts.push(prompt),
  });
  const { code, stderr } = await runMain(
    [
      "--dataset", "synthetic-words", "--experiment", "conditional,pmi", "--pairs", "30", "--dev", "5",
      "--yes", "--model", "openai:first", "--model", "openai:second", "--base-url", `${server.url}/v1`, "--out", out,
    ],
    out,
  ); // prettier-ignore
  expect(stderr).toContain("Wrote ");
  expect(code).toBe(0);
  const rows = await readCsv(join(out, "tables", "pmi.csv"));
  expect(rows).toHaveLength(7);
  for (const row of rows) expect(row["rho_first"]).toBe(row["rho_second"]);
  const estimates = await readCsv(join(out, "estimates.csv"));
  const models = Map.groupBy(estimates, (row) => row["model"]);
  expect([...models.keys()]).toEqual(["first", "second"]);
  expect(models.get("first")).toHaveLength(models.get("second")?.length ?? 0);
  // The same prompts went to both: each was asked twice, once a model.
  expect(prompts.length).toBe(2 * new Set(prompts).size);
  const page = await readFile(join(out, "report.html"), "utf8");
  expect(page).toContain("first (openai-compatible), second (openai-compatible)");
  // Whatever the models are called: the server was the simulated one, and the replies tell.
  const sentence =
    "The answers of first, second are those of promptnce's simulated server, not of a language model.";
  expect(page.replaceAll("&#39;", "'")).toContain(sentence);
}, 60_000);
