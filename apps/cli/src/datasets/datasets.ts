import { join } from "node:path";
import type { DatasetName, Edition, Manifest } from "@promptnce/datasets";
import type { Command } from "commander";
import { type DataOptions, dataOption } from "../options/data-option.ts";
import { examples } from "../terminal/examples.ts";

/** `datasets`: where the human ground truth comes from, and the files of it. */
export function datasets(parent: Command): void {
  const group = parent
    .command("datasets")
    .description("the datasets with human ground truth")
    .addHelpText(
      "after",
      examples("datasets describe chaosnli", "datasets fetch words", "datasets verify words --data ./data"),
    );
  group
    .command("list")
    .description("name the datasets")
    .addHelpText("after", examples("datasets list"))
    .action(async () => {
      const { datasetNames, manifest } = await import("@promptnce/datasets");
      for (const name of datasetNames) console.log(`${name.padEnd(12)}${manifest(name).title}`);
    });
  named(group, "describe")
    .description("say where a dataset comes from, on what terms, and which files it needs")
    .option("--json", "print the manifest as JSON")
    .addHelpText("after", examples("datasets describe chaosnli", "datasets describe words --json"))
    .action(async (text: string, options: { json?: true }, command: Command) => {
      const { manifest } = await import("@promptnce/datasets");
      const about = manifest(await datasetName(text, command));
      console.log(options.json ? JSON.stringify(about, null, 2) : described(about));
    });
  named(group, "fetch")
    .description("download a dataset's official files and check them")
    .addOption(dataOption())
    .addHelpText("after", examples("datasets fetch words", "datasets fetch goemotions --data ./data"))
    .action(async (text: string, { data }: DataOptions, command: Command) => {
      await fetchFiles(await datasetName(text, command), data);
    });
  named(group, "verify")
    .description("check a dataset's files against their checksums")
    .addOption(dataOption())
    .addHelpText("after", examples("datasets verify words", "datasets verify chaosnli --data ./data"))
    .action(async (text: string, { data }: DataOptions, command: Command) => {
      await verifyFiles(await datasetName(text, command), data);
    });
}

function named(group: Command, command: string): Command {
  return group.command(command).argument("<name>", "words, chaosnli or goemotions");
}

/** The dataset of that name; wrong usage where there is none. */
async function datasetName(text: string, command: Command): Promise<DatasetName> {
  const { datasetNames } = await import("@promptnce/datasets");
  const name = datasetNames.find((known) => known === text);
  if (name !== undefined) return name;
  return command.error(`error: there is no dataset ${JSON.stringify(text)}; there are ${datasetNames.join(", ")}`);
}

/** Source, licence, citation and the files of a dataset with their checksums, for people. */
function described({ name, title, homepage, licence, citation, note, obtain, editions }: Manifest): string {
  const lines = [
    `${name}: ${title}`,
    `Source:   ${homepage}`,
    `Licence:  ${licence}`,
    `Citation: ${citation}`,
    `Note:     ${note}`,
  ];
  if (obtain !== undefined) lines.push(`To get:   ${obtain}`);
  return [...lines, ...editions.flatMap(filesOf)].join("\n");
}

function filesOf({ name, about, files }: Edition): string[] {
  const listed = files.flatMap(({ file, url, sha256, gitBlob }) => [
    `  ${file}${url === undefined ? "" : `  ${url}`}`,
    sha256 === undefined ? `    git blob ${gitBlob ?? ""}` : `    SHA-256 ${sha256}`,
  ]);
  return ["", `Files (${name}): ${about}`, ...listed];
}

/** Downloads and checks the official files; those that are there stay. */
async function fetchFiles(name: DatasetName, data: string): Promise<void> {
  const { fetchDataset } = await import("@promptnce/datasets");
  const { showDownloads } = await import("./show-downloads.ts");
  const stop = new AbortController();
  const onInterrupt = (): void => stop.abort();
  process.once("SIGINT", onInterrupt);
  const display = showDownloads(process.stderr);
  try {
    const files = await fetchDataset(name, data, { signal: stop.signal, onProgress: display.update });
    display.stop();
    for (const { file, status } of files) console.log(`${status.padEnd(9)}${file}`);
    console.log(`${name} is complete in ${join(data, name)}.`);
  } finally {
    display.stop();
    process.removeListener("SIGINT", onInterrupt);
  }
}

/** A line a file, ok, missing or wrong; fails unless all are ok. */
async function verifyFiles(name: DatasetName, data: string): Promise<void> {
  const { verifyDataset } = await import("@promptnce/datasets");
  const { files, edition } = await verifyDataset(name, data);
  for (const { file, status, expected, found = "nothing" } of files) {
    console.log(`${status.padEnd(9)}${file}${status === "wrong" ? `  (expected ${expected}; found ${found})` : ""}`);
  }
  const wrong = files.filter(({ status }) => status !== "ok").length;
  const place = join(data, name);
  if (wrong === 0) return console.log(`${name} is complete in ${place} (${edition} files).`);
  console.error(
    `error: ${name} is not complete in ${place}: ${wrong} of ${files.length} ${edition} files are missing or wrong`,
  );
  process.exitCode = 1;
}
