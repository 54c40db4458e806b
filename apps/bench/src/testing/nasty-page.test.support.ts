import { join } from "node:path";
import { parseConfig, type Config } from "../study/config.ts";
import { page } from "@promptnce/report";
import { runLimits } from "../output/run-limits.ts";
import { runPage } from "../output/run-page.ts";
import { run } from "../run/run.ts";

/** The page of a small run in which every text from data is `text`. */
export async function nastyPage(text: string, folder: string): Promise<string> {
  const out = join(folder, "out");
  const config = parseConfig({
    pairs: 5,
    dev: 5,
    experiment: "pmi",
    dataset: "synthetic-goemotions",
    out,
  }) as Config;
  const result = await run(config, {
    stderr: process.stderr,
    signal: new AbortController().signal,
  });
  const content = runPage(result, new Map(), await runLimits(result));
  const tables = result.tables.map((table) => ({
    ...table,
    title: text,
    simulated: text,
    notes: [text],
    columns: table.columns.map((column) => ({ ...column, title: text })),
    rows: table.rows.map((row) => row.map((value) => (typeof value === "string" ? text : value))),
  }));
  return page({
    title: text,
    generator: text,
    simulated: text,
    facts: [[text, text]],
    first: { verdict: text, said: [text], figure: undefined },
    outcome: {
      title: text,
      lines: [{ about: text, said: text, results: [{ name: text, value: text }] }],
    },
    sections: content.sections.map((section) => ({ ...section, title: text, tables })),
    left: [{ id: text, reason: text }],
    pairsIntro: text,
    unreadable: [{ template: text, prompt: text, reply: text, reason: text }],
    manifest: { text },
    pairs: {
      pairs: content.pairs.pairs.map((row) => ({ ...row, x: text, y: text, dataset: text })),
      questions: content.pairs.questions.map((question) => ({
        ...question,
        prompt: text,
        reply: text,
        read: text,
        notes: [text],
      })),
    },
  });
}
