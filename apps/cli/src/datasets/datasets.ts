import { join } from "node:path";
import type { DatasetName, Edition, Manifest } from "@promptnce/datasets";
import { flag } from "#command";
import type { Command } from "commander";
import { data } from "../options/data-options.ts";
import { addCommand, examples } from "../terminal/add-command.ts";

const NAMES = "words, chaosnli or goemotions";

/** `datasets`: where the human ground truth comes from, and the files of it. */
export function datasets(parent: Command): void {
  const typed = [
    "datasets describe chaosnli",
    "datasets fetch words",
    "datasets verify words --data ./data",
  ];
  const group = addCommand(
    parent,
    "datasets",
    "the datasets with human ground truth",
    examples(...typed),
  );
  addCommand(group, "list", "name the datasets", examples("datasets list")).action(async () => {
    const { datasetNames, manifest } = await import("@promptnce/datasets");
    for (const name of datasetNames) {
      console.log(`${name.padEnd(12)}${manifest(name).title}`);
    }
  });
  const toDescribe = "say where a dataset comes from, on what terms, and which files it needs";
  const described = examples("datasets describe chaosnli", "datasets describe words --json");
  addCommand(group, "describe", toDescribe, described, { json: flag("print the manifest as JSON") })
    .argument("<name>", NAMES)
    .action(async (text: string, options: { json?: true }, command: Command) => {
      const { manifest } = await import("@promptnce/datasets");
      const found = manifest(await datasetName(text, command));
      console.log(options.json ? JSON.stringify(found, null, 2) : manifestText(found));
    });
  for (const [name, does, other, act] of [
    ["fetch", "download a dataset's official files and check them", "goemotions", fetchFiles],
    ["verify", "check a dataset's files against their checksums", "chaosnli", verifyFiles],
  ] as const) {
    addCommand(
      group,
      name,
      does,
      examples(`datasets ${name} words`, `datasets ${name} ${other} --data ./data`),
      {
        data,
      },
    )
      .argument("<name>", NAMES)
      .action(async (text: string, options: { readonly data: string }, command: Command) => {
        await act(await datasetName(text, command), options.data);
      });
  }
}

/** The dataset of that name; wrong usage where there is none. */
async function datasetName(text: string, command: Command): Promise<DatasetName> {
  const { datasetNames } = await import("@promptnce/datasets");
  const name = datasetNames.find((known) => known === text);
  if (name !== undefined) return name;
  return command.error(
    `error: there is no dataset ${JSON.stringify(text)}; there are ${datasetNames.join(", ")}`,
  );
}

function manifestText({
  name,
  title,
  homepage,
  licence,
  citation,
  note,
  obtain,
  editions,
}: Manifest): string {
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
  const how = { signal: stop.signal, onProgress: display.update };
  const files = await fetchDataset(name, data, how).finally(() => {
    display.stop();
    process.removeListener("SIGINT", onInterrupt);
  });
  for (const { file, status } of files) {
    console.log(`${status.padEnd(9)}${file}`);
  }
  console.log(`${name} is complete in ${join(data, name)}.`);
}

/** A line a file, ok, missing or wrong; fails unless all are ok. */
async function verifyFiles(name: DatasetName, data: string): Promise<void> {
  const { verifyDataset } = await import("@promptnce/datasets");
  const { files, edition } = await verifyDataset(name, data);
  for (const { file, status, expected, found = "nothing" } of files) {
    console.log(
      `${status.padEnd(9)}${file}${status === "wrong" ? `  (expected ${expected}; found ${found})` : ""}`,
    );
  }
  const wrong = files.filter(({ status }) => status !== "ok").length;
  const place = join(data, name);
  if (wrong === 0) return console.log(`${name} is complete in ${place} (${edition} files).`);
  console.error(
    `error: ${name} is not complete in ${place}: ${wrong} of ${files.length} ${edition} files are missing or wrong`,
  );
  process.exitCode = 1;
}
