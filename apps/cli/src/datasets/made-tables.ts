import { print, say } from "#command/start";
import { countText } from "@promptnce/core/errors";
import { join } from "node:path";
import type { FileCheck } from "@promptnce/datasets";
import type { ClassManifest } from "@promptnce/datasets/classes";
import type { RecordedManifest } from "@promptnce/datasets/recorded";
import { whileShown } from "./show-downloads.ts";

/** Tables that are made from the files of one commit of a repository. */
export type TablesManifest = RecordedManifest | ClassManifest;

/** The sources, terms and tables as text. `--json` also lists each original of recorded replies. */
export function tablesText(manifest: TablesManifest): string {
  const { name, title, homepage, commit, note, tables } = manifest;
  return [
    `${name}: ${title}`,
    `Source:   ${homepage} at ${commit}`,
    ...terms(manifest),
    `Note:     ${note}`,
    `Reads:    ${readText(manifest)}`,
    "",
    "Makes these tables in the folder:",
    ...tables.flatMap(({ file, rows, sha256 }) => [
      `  ${file}.gz  ${countText(rows)} rows`,
      `    SHA-256 ${sha256 ?? ""} (unpacked)`,
    ]),
  ].join("\n");
}

/** What is downloaded to make the tables. */
function readText(manifest: TablesManifest): string {
  if ("archive" in manifest) {
    return `the archive of that commit, ${manifest.archive}, which is not kept; the table made of it is checked by its SHA-256`;
  }
  const { raw, bytes, originals } = manifest;
  const files = Object.values(originals).flatMap((folder) => Object.keys(folder));
  return `${files.length} files (${megabytes(bytes)} MB) from ${new URL(raw).host}, each checked by its SHA-256: --json lists them`;
}

/**
 * Downloads the originals and builds the tables; existing valid files are kept. Prints the terms of
 * use.
 */
export async function fetchTables(manifest: TablesManifest, data: string): Promise<void> {
  const { fetched, made } = await makeTables(manifest, data);
  if (fetched !== undefined) print(`fetched  ${fetched} from ${manifest.homepage}`);
  for (const table of manifest.tables) {
    const status = made.includes(table) ? "made" : "present";
    print(`${status.padEnd(9)}${table.file}.gz  ${countText(table.rows)} rows`);
  }
  print(terms(manifest).join("\n"));
  print(`${manifest.name} is complete in ${data}.`);
}

/** The tables that were made, and what was downloaded for them, in words. */
async function makeTables(manifest: TablesManifest, data: string) {
  if ("archive" in manifest) {
    const { fetchClass } = await import("@promptnce/datasets/classes");
    const made = await whileShown((how) => fetchClass(manifest, data, how));
    return { made, fetched: made.length > 0 ? "the archive" : undefined };
  }
  const { fetchRecorded } = await import("@promptnce/datasets/recorded");
  const { downloaded, made } = await whileShown((how) => fetchRecorded(manifest, data, how));
  return { made, fetched: downloaded > 0 ? `${downloaded} files` : undefined };
}

/**
 * Prints one line per table, and one per missing or wrong original. Sets a failing exit code unless
 * all tables are right and no original is wrong.
 */
export async function verifyTables(manifest: TablesManifest, data: string): Promise<void> {
  const { tables, originals } = await checksOf(manifest, data);
  const found = [
    ...tables.map((table) => ({ ...table, file: `${table.file}.gz` })),
    ...originals.filter(({ status }) => status === "wrong"),
  ];
  for (const { file, status, expected, found: sum = "nothing" } of found) {
    const why = status === "wrong" ? `  (expected ${expected}; found ${sum})` : "";
    print(`${status.padEnd(9)}${file}${why}`);
  }
  if (originals.length > 0) {
    const right = originals.filter(({ status }) => status === "ok").length;
    const place = join(data, manifest.name);
    print(`${right} of ${originals.length} originals are in ${place} and right.`);
  }
  const wrong = found.filter(({ status }) => status !== "ok").length;
  if (wrong === 0) return print(`${manifest.name} is complete in ${data}.`);
  const [are, them] = wrong === 1 ? ["1 file is", "it"] : [`${wrong} files are`, "them"];
  say(
    `error: ${manifest.name} is not complete in ${data}: ${are} missing or wrong; ` +
      `"promptnce datasets fetch ${manifest.name}" makes ${them}`,
  );
  process.exitCode = 1;
}

/** The checks of the tables, and of the originals that are kept. */
async function checksOf(
  manifest: TablesManifest,
  data: string,
): Promise<{ readonly tables: readonly FileCheck[]; readonly originals: readonly FileCheck[] }> {
  if ("archive" in manifest) {
    const { verifyClass } = await import("@promptnce/datasets/classes");
    return { tables: verifyClass(manifest, data), originals: [] };
  }
  const { verifyRecorded } = await import("@promptnce/datasets/recorded");
  return verifyRecorded(manifest, data);
}

function terms({ licence, citation }: TablesManifest): string[] {
  return [`Licence:  ${licence}`, `Citation: ${citation}`];
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
