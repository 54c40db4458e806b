import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { syntheticWorld } from "@promptnce/datasets";
import { readPrompt } from "@promptnce/prompts";
import { simulated } from "@promptnce/rehearsal";
import { simulatedServer } from "@promptnce/rehearsal/server";
import Papa from "papaparse";
import { expect, it } from "vitest";
import { readCsv } from "../testing/read-csv.test.support.ts";
import { runMain } from "../testing/run-main.test.support.ts";

it("two models in one run have two columns, each from its own replies", async () => {
  const out = await mkdtemp(join(tmpdir(), "promptnce-models-"));
  const joint = syntheticWorld("words", "1");
  const respondent = simulated({ read: readPrompt, joint, profile: "truthful", seed: "1" });
  const prompts: string[] = [];
  await using server = await simulatedServer({
    respondent,
    onRequest: ({ prompt }) => void prompts.push(prompt),
  });
  const { code, stdout } = await runMain(
    [
      "--dataset",
      "synthetic-words",
      "--experiment",
      "pmi",
      "--methods",
      "direct-split,promptnce",
      "--pairs",
      "12",
      "--dev",
      "5",
      "--yes",
      "--model",
      "openai:first",
      "--model",
      "openai:second",
      "--base-url",
      `${server.url}/v1`,
      "--out",
      out,
    ],
    out,
  );
  expect(stdout).toContain("Open ");
  expect(code).toBe(0);
  const rows = await readCsv(join(out, "tables", "pmi.csv"));
  expect(rows).toHaveLength(3);
  for (const row of rows) {
    expect(row["rho_first"]).toBe(row["rho_second"]);
  }
  const estimates = await readCsv(join(out, "estimates.csv"));
  const models = Map.groupBy(estimates, (row) => row["model"]);
  expect([...models.keys()]).toEqual(["first", "second"]);
  expect(models.get("first")).toHaveLength(models.get("second")?.length ?? 0);
  // Both models received the same prompts, so each prompt was sent twice.
  expect(prompts.length).toBe(2 * new Set(prompts).size);
  const page = await readFile(join(out, "report.html"), "utf8");
  expect(page).toContain("first (openai-compatible), second (openai-compatible)");
  // Whatever the models' names, the replies show that the server was the simulated one.
  const sentence =
    "The answers of first, second are those of promptnce's simulated server, not of a language model.";
  expect(page.replaceAll("&#39;", "'")).toContain(sentence);
});

it(
  "models with one name at two providers have two columns, and compare distinguishes them",
  { tags: "full" },
  async () => {
    const cwd = await mkdtemp(join(tmpdir(), "promptnce-models-"));
    const joint = syntheticWorld("words", "1");
    const serve = (profile: "truthful" | "model-like") =>
      simulatedServer({ respondent: simulated({ read: readPrompt, joint, profile, seed: "1" }) });
    await using truthful = await serve("truthful");
    await using modelLike = await serve("model-like");
    const env = {
      ANTHROPIC_BASE_URL: truthful.url,
      OPENAI_BASE_URL: modelLike.openaiUrl,
      ANTHROPIC_API_KEY: "none",
      OPENAI_API_KEY: "none",
    };
    const ask = (out: string, ...models: string[]) =>
      runMain(
        [
          "--dataset",
          "synthetic-words",
          "--experiment",
          "pmi,stability",
          "--methods",
          "direct-split,infonce,gem",
          "--pairs",
          "20",
          "--dev",
          "0",
          "--yes",
          "--out",
          out,
          ...models.flatMap((model) => ["--model", model]),
        ],
        cwd,
        { env },
      );
    expect((await ask("both", "anthropic:a", "openai:a")).stdout).toContain("Open ");
    expect((await ask("one", "openai:a")).stdout).toContain("Open ");
    const header = async (name: string): Promise<string[]> => {
      const text = await readFile(join(cwd, "both", name), "utf8");
      return Papa.parse<string[]>(text).data[0] ?? [];
    };
    for (const table of ["tables/pmi.csv", "tables/stability.csv"]) {
      const columns = await header(table);
      expect(new Set(columns).size, table).toBe(columns.length);
    }
    const rows = await readCsv(join(cwd, "both", "tables", "pmi.csv"));
    const [direct] = rows;
    expect(direct?.["scored_anthropic:a"]).toBe("20 of 20");
    expect(direct?.["rho_anthropic:a"]).not.toBe(direct?.["rho_openai:a"]);
    const bars = await readCsv(join(cwd, "both", "figures", "pmi-bars.csv"));
    expect(new Set(bars.map(({ model }) => model))).toEqual(
      new Set(["anthropic:a", "openai:a", "the paper, Claude Sonnet 4"]),
    );

    const note =
      "GEM needs a model that gives the log-probability of a text, which no model asked here does.";
    expect(await readFile(join(cwd, "both", "tables", "pmi.md"), "utf8")).toContain(note);

    const { stdout } = await runMain(["compare", "both", "one"], cwd);
    const [own] = await readCsv(join(cwd, "one", "tables", "pmi.csv"));
    const compared = stdout.split("\n").filter((line) => line.startsWith("| synthetic-words"));
    expect(compared.length).toBeGreaterThan(1);
    const rho = Number(own?.["rho"]).toFixed(2);
    const [scored] = own?.["scored"]?.split(" of ") ?? [];
    const cells = compared[0]?.split("|").map((cell) => cell.trim());
    expect(cells?.slice(1, 3)).toEqual(["synthetic-words, K = 5, direct-split, openai:a", scored]);
    expect(cells?.slice(4, 7)).toEqual([rho, rho, "0.000"]);
    expect(stdout).toMatch(
      /- In one run only, so not compared: synthetic-words, K = 5, direct-split, anthropic:a;? /,
    );
  },
);
