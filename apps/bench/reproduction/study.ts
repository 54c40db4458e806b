import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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

/** Without its title and notes, which the page has. */
function tableOf(out: string): string {
  const text = readFileSync(join(out, "tables", "past-the-paper.md"), "utf8");
  return text.replaceAll(/^(?!\|).*\n+/gm, "");
}
