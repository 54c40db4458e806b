import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it } from "vitest";
import { runMain } from "../testing/run-main.test.support.ts";
import { configOfRun } from "./config-of-run.ts";
import { planRun } from "./plan-run.ts";

it("a run with counted base rates is reported again with the number of people in its manifest", async () => {
  const out = newFolder();
  const world = [
    "--dataset",
    "synthetic-goemotions",
    "--pairs",
    "10",
    "--dev",
    "5",
    "--experiment",
    "pmi",
  ];
  await runMain(
    [...world, "--methods", "promptnce:counted", "--people", "1000", "--out", out],
    out,
  );
  const files = ["manifest.json", "estimates.csv", join("tables", "pmi.md")];
  const left = () => files.map((name) => readFileSync(join(out, name), "utf8"));
  const first = left();
  expect(JSON.parse(first[0]!)).toMatchObject({ run: { people: 1000 } });
  expect(await runMain(["report", out], out)).toMatchObject({ code: 0 });
  expect(left().slice(1)).toEqual(first.slice(1));
});

/** The first prompt of each kind in a run, and its methods. */
async function asked(folder: string) {
  const { config } = await configOfRun({ folder });
  const { questions, jobs } = await planRun({ ...config, experiment: undefined });
  const prompts = new Map<string, string>();
  for (const { questions: all, findTemplate } of questions.flat()) {
    for (const question of all) {
      const id = `${question.task}/${question.kind}`;
      if (!prompts.has(id)) prompts.set(id, findTemplate(question).render(question));
    }
  }
  return { prompts, methods: [...new Set(jobs.map(({ method }) => method.id))] };
}

/** The number of the four examples that show several responses. */
const several = (prompt: string) => prompt.match(/Common emotions: \w+, /g)?.length ?? 0;

it("a run from before the three responses is reported as it was asked", async () => {
  const out = newFolder();
  const world = ["--dataset", "synthetic-goemotions", "--pairs", "10", "--dev", "5"];
  await runMain([...world, "--experiment", "pmi", "--out", out], out);
  const now = await asked(out);
  expect(several(now.prompts.get("goemotions/grounded")!)).toBeGreaterThan(1);
  expect(now.methods).toContain("promptnce/1-response");

  const path = join(out, "manifest.json");
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  expect(manifest).toMatchObject({ run: { responses: 3 } });
  const { responses: _, ...run } = manifest.run;
  writeFileSync(path, JSON.stringify({ ...manifest, run }));
  const before = await asked(out);
  expect(several(before.prompts.get("goemotions/grounded")!)).toBe(0);
  expect(before.methods.filter((name) => name.includes("response"))).toEqual([]);
});
