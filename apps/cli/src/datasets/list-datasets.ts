import type { Command } from "commander";

const EXAMPLES = `
Examples:
  promptnce datasets list`;

/** `datasets list`: a line a dataset, its name and its title. */
export function listDatasets(parent: Command): void {
  parent
    .command("list")
    .description("name the datasets")
    .addHelpText("after", EXAMPLES)
    .action(async () => {
      const { datasetNames, manifest } = await import("@promptnce/datasets");
      for (const name of datasetNames) console.log(`${name.padEnd(12)}${manifest(name).title}`);
    });
}
