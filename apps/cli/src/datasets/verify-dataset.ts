import { join } from "node:path";
import type { FileCheck } from "@promptnce/datasets";
import type { Command } from "commander";
import { dataOption } from "../options/data-option.ts";
import type { DataOptions } from "../options/data-option.ts";
import { datasetName } from "./dataset-name.ts";

const EXAMPLES = `
Examples:
  promptnce datasets verify words
  promptnce datasets verify chaosnli --data ./data`;

/** `datasets verify NAME`: a line a file, ok, missing or wrong; fails unless all are ok. */
export function verifyDataset(parent: Command): void {
  parent
    .command("verify")
    .description("check a dataset's files against their checksums")
    .argument("<name>", "words, chaosnli or goemotions")
    .addOption(dataOption())
    .addHelpText("after", EXAMPLES)
    .action(async (text: string, { data }: DataOptions, command: Command) => {
      const name = await datasetName(text, command);
      const datasets = await import("@promptnce/datasets");
      const { files, edition } = await datasets.verifyDataset(name, data);
      for (const check of files) console.log(line(check));
      const wrong = files.filter(({ status }) => status !== "ok").length;
      const place = join(data, name);
      if (wrong === 0) {
        console.log(`${name} is complete in ${place} (${edition} files).`);
      } else {
        console.error(
          `error: ${name} is not complete in ${place}: ${wrong} of ${files.length} ${edition} files are missing or wrong`,
        );
        process.exitCode = 1;
      }
    });
}

function line({ file, status, expected, found }: FileCheck): string {
  const why = status === "wrong" ? `  (expected ${expected}; found ${found ?? "nothing"})` : "";
  return `${status.padEnd(9)}${file}${why}`;
}
