import { join } from "node:path";
import type { Command } from "commander";
import { dataOption } from "../options/data-option.ts";
import type { DataOptions } from "../options/data-option.ts";
import { datasetName } from "./dataset-name.ts";

const EXAMPLES = `
Examples:
  promptnce datasets fetch words
  promptnce datasets fetch goemotions --data ./data`;

/** `datasets fetch NAME`: downloads and checks the official files; those that are there stay. */
export function fetchDataset(parent: Command): void {
  parent
    .command("fetch")
    .description("download a dataset's official files and check them")
    .argument("<name>", "words, chaosnli or goemotions")
    .addOption(dataOption())
    .addHelpText("after", EXAMPLES)
    .action(async (text: string, { data }: DataOptions, command: Command) => {
      const name = await datasetName(text, command);
      const { fetchDataset: fetchFiles } = await import("@promptnce/datasets");
      const { showDownloads } = await import("./show-downloads.ts");
      const stop = new AbortController();
      const onInterrupt = (): void => stop.abort();
      process.once("SIGINT", onInterrupt);
      const display = showDownloads(process.stderr);
      try {
        const { signal } = stop;
        const files = await fetchFiles(name, data, { signal, onProgress: display.update });
        display.stop();
        for (const { file, status } of files) console.log(`${status.padEnd(9)}${file}`);
        console.log(`${name} is complete in ${join(data, name)}.`);
      } finally {
        display.stop();
        process.removeListener("SIGINT", onInterrupt);
      }
    });
}
