import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { markdownTableOf } from "@promptnce/report/terminal";
import { writeParts } from "./document.ts";
import { runBench } from "./runs.ts";

const experiment = ["--experiment", "past-the-paper"];
/** Those of the paper that a key buys. */
const models = ["--model", "anthropic:claude-sonnet-4-20250514", "--model", "openai:gpt-5.2"];

/**
 * Writes the study's tables into a page: of the worlds and, given data, of these, with what asking a model costs there.
 * To be checked it is not written, and a page that is other is told in a sentence.
 */
export async function writeStudy(path: string, data: string | undefined, check = false): Promise<string[]> {
  const onData = data === undefined ? undefined : [...experiment, "--data", data];
  const [worlds, real, cost] = await Promise.all([
    runBench(experiment, tableOf),
    onData && runBench(onData, tableOf),
    onData && runBench([...onData, ...models, "--dry-run"], (_, printed) => `\`\`\`text\n${printed}\`\`\`\n`),
  ]);
  const page = readFileSync(path, "utf8");
  const written = writeParts(page, { worlds, ...(real && { real }), ...(cost && { cost }) });
  if (!check) writeFileSync(path, written);
  return check && written !== page ? [`${path} is of another program: run \`npx pnpm@12 past-the-paper\`.`] : [];
}

/** How often each method is better and worse, by dataset, above the table of all, without what the page says of it. */
function tableOf(out: string): string {
  const text = readFileSync(join(out, "tables", "past-the-paper.md"), "utf8");
  const table = text.replaceAll(/^(?!\|).*\n+/gm, "");
  return `${tallyOf(table)}\n\n<details><summary>All differences</summary>\n\n${table}\n</details>\n`;
}

/** Of a table of differences how often each method is better and worse on each dataset, the most often better first. */
export function tallyOf(table: string): string {
  const [, , ...lines] = table.trim().split("\n");
  const cells = lines.map(
    (line) => line.split("|").map((cell) => cell.trim()) as [string, string, string, string, string],
  );
  const datasets = [...new Set(cells.map(([, dataset]) => dataset))];
  const rows = [...Map.groupBy(cells, ([, , method]) => method)].map(([method, own]) => {
    const lead = own.reduce((sum, [, , , better, worse]) => sum + Number(better) - Number(worse), 0);
    const of = new Map(own.map(([, dataset, , better, worse]) => [dataset, `${better} : ${worse}`]));
    return { lead, row: [method, ...datasets.map((dataset) => of.get(dataset) ?? "–")] };
  });
  const ordered = rows.filter(({ row }) => !row[0]?.endsWith("ρ itself")).toSorted((a, b) => b.lead - a.lead);
  return markdownTableOf(
    ["better : worse", ...datasets],
    ordered.map(({ row }) => row),
    ["l", ...datasets.map(() => "r" as const)],
  );
}
