import { join } from "node:path";
import type { DatasetName, Edition, Manifest } from "@promptnce/datasets";
import { flag } from "#command/options";
import { print, say } from "#command/start";
import type { Command } from "commander";
import { data } from "../options/data-options.ts";
import { addCommand, examples } from "../terminal/add-command.ts";
import type { TablesManifest } from "./made-tables.ts";

const NAMES =
  "words, chaosnli or goemotions; opinionqa, nouns or synthbench (recorded replies); introclass (a class of students)";

/**
 * The `datasets` command, which shows the sources of human ground truth, of recorded replies and of
 * classes of students, and manages their files.
 */
export function datasets(parent: Command): void {
  const typed = [
    "datasets describe chaosnli",
    "datasets fetch words",
    "datasets verify words --data ./data",
  ];
  const group = addCommand(
    parent,
    "datasets",
    "list, fetch and check datasets of people's answers, recorded replies and classes of students",
    examples(...typed),
  );
  addCommand(group, "list", "list the datasets", examples("datasets list")).action(async () => {
    for (const { name, title } of await manifests()) {
      print(`${name.padEnd(12)}${title}`);
    }
  });
  const toDescribe = "show a dataset's source, its terms of use and the files it needs";
  const described = examples("datasets describe chaosnli", "datasets describe words --json");
  addCommand(group, "describe", toDescribe, described, { json: flag("print the manifest as JSON") })
    .argument("<name>", NAMES)
    .action(async (text: string, options: { json?: true }, command: Command) => {
      const { tablesText } = await import("./made-tables.ts");
      const found = await manifestNamed(text, command);
      if (options.json) console.log(JSON.stringify(found, null, 2));
      else print("tables" in found ? tablesText(found) : manifestText(found));
    });
  for (const [name, does, other, act] of [
    ["fetch", "download a dataset's official files and check them", "opinionqa", fetchNamed],
    ["verify", "check a dataset's files against their checksums", "chaosnli", verifyNamed],
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
        await act(await manifestNamed(text, command), options.data);
      });
  }
}

/** All manifests: of datasets, of recorded replies, and of classes. */
async function manifests(): Promise<readonly (Manifest | TablesManifest)[]> {
  const { datasetNames, manifest } = await import("@promptnce/datasets");
  const { recordedManifest, recordedNames } = await import("@promptnce/datasets/recorded");
  const { classManifest, classNames } = await import("@promptnce/datasets/classes");
  return [
    ...datasetNames.map(manifest),
    ...recordedNames.map(recordedManifest),
    ...classNames.map(classManifest),
  ];
}

/** The manifest with this name. Ends the command with a usage error if there is none. */
async function manifestNamed(text: string, command: Command): Promise<Manifest | TablesManifest> {
  const all = await manifests();
  const found = all.find(({ name }) => name === text);
  if (found !== undefined) return found;
  const names = all.map(({ name }) => name).join(", ");
  return command.error(`error: there is no dataset ${JSON.stringify(text)}; there are ${names}`);
}

async function fetchNamed(found: Manifest | TablesManifest, data: string): Promise<void> {
  const { fetchTables } = await import("./made-tables.ts");
  await ("tables" in found ? fetchTables(found, data) : fetchFiles(found.name, data));
}

async function verifyNamed(found: Manifest | TablesManifest, data: string): Promise<void> {
  const { verifyTables } = await import("./made-tables.ts");
  await ("tables" in found ? verifyTables(found, data) : verifyFiles(found.name, data));
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

/** Downloads and checks the official files. Existing files are kept. */
async function fetchFiles(name: DatasetName, data: string): Promise<void> {
  const { fetchDataset } = await import("@promptnce/datasets");
  const { whileShown } = await import("./show-downloads.ts");
  const files = await whileShown((how) => fetchDataset(name, data, how));
  for (const { file, status } of files) {
    print(`${status.padEnd(9)}${file}`);
  }
  print(`${name} is complete in ${join(data, name)}.`);
}

/** Prints one line per file: ok, missing or wrong. Sets a failing exit code unless all are ok. */
async function verifyFiles(name: DatasetName, data: string): Promise<void> {
  const { verifyDataset } = await import("@promptnce/datasets");
  const { files, edition } = await verifyDataset(name, data);
  for (const { file, status, expected, found = "nothing" } of files) {
    print(
      `${status.padEnd(9)}${file}${status === "wrong" ? `  (expected ${expected}; found ${found})` : ""}`,
    );
  }
  const wrong = files.filter(({ status }) => status !== "ok").length;
  const place = join(data, name);
  if (wrong === 0) return print(`${name} is complete in ${place} (${edition} files).`);
  say(
    `error: ${name} is not complete in ${place}: ${wrong} of ${files.length} ${edition} files are missing or wrong`,
  );
  process.exitCode = 1;
}
