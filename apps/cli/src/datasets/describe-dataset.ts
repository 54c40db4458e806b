import type { Edition, Manifest } from "@promptnce/datasets";
import type { Command } from "commander";
import { datasetName } from "./dataset-name.ts";

const EXAMPLES = `
Examples:
  promptnce datasets describe chaosnli
  promptnce datasets describe words --json`;

/** `datasets describe NAME`: source, licence, citation and the files with their checksums. */
export function describeDataset(parent: Command): void {
  parent
    .command("describe")
    .description("say where a dataset comes from, on what terms, and which files it needs")
    .argument("<name>", "words, chaosnli or goemotions")
    .option("--json", "print the manifest as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (text: string, options: { json?: true }, command: Command) => {
      const name = await datasetName(text, command);
      const { manifest } = await import("@promptnce/datasets");
      const about = manifest(name);
      console.log(options.json ? JSON.stringify(about, null, 2) : described(about));
    });
}

function described(about: Manifest): string {
  const lines = [
    `${about.name}: ${about.title}`,
    `Source:   ${about.homepage}`,
    `Licence:  ${about.licence}`,
    `Citation: ${about.citation}`,
    `Note:     ${about.note}`,
  ];
  if (about.obtain !== undefined) lines.push(`To get:   ${about.obtain}`);
  return [...lines, ...about.editions.flatMap(filesOf)].join("\n");
}

function filesOf({ name, about, files }: Edition): string[] {
  const listed = files.flatMap(({ file, url, sha256, gitBlob }) => [
    `  ${file}${url === undefined ? "" : `  ${url}`}`,
    sha256 === undefined ? `    git blob ${gitBlob ?? ""}` : `    SHA-256 ${sha256}`,
  ]);
  return ["", `Files (${name}): ${about}`, ...listed];
}
