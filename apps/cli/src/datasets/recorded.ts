import { print, say } from "#command/start";
import { countText } from "@promptnce/core/errors";
import { join } from "node:path";
import type { RecordedManifest } from "@promptnce/datasets/recorded";
import { whileShown } from "./show-downloads.ts";

/** The sources, terms and tables of recorded replies as text. `--json` also lists each original. */
export function recordedText(manifest: RecordedManifest): string {
  const { name, title, homepage, commit, note, raw, bytes, tables, originals } = manifest;
  const files = Object.values(originals).flatMap((folder) => Object.keys(folder));
  return [
    `${name}: ${title}`,
    `Source:   ${homepage} at ${commit}`,
    ...terms(manifest),
    `Note:     ${note}`,
    `Reads:    ${files.length} files (${megabytes(bytes)} MB) from ${new URL(raw).host}, each checked by its SHA-256: --json lists them`,
    "",
    "Makes these tables in the folder:",
    ...tables.flatMap(({ file, rows, sha256 }) => [
      `  ${file}.gz  ${countText(rows)} rows`,
      `    SHA-256 ${sha256 ?? ""} (unpacked)`,
    ]),
  ].join("\n");
}

/**
 * Downloads the originals and builds the tables; existing valid files are kept. Prints the terms of
 * use.
 */
export async function fetchRecordedReplies(
  manifest: RecordedManifest,
  data: string,
): Promise<void> {
  const { fetchRecorded } = await import("@promptnce/datasets/recorded");
  const { downloaded, made } = await whileShown((how) => fetchRecorded(manifest, data, how));
  if (downloaded > 0) print(`fetched  ${downloaded} files from ${manifest.homepage}`);
  for (const table of manifest.tables) {
    const status = made.includes(table) ? "made" : "present";
    print(`${status.padEnd(9)}${table.file}.gz  ${countText(table.rows)} rows`);
  }
  print(terms(manifest).join("\n"));
  print(`${manifest.name} is complete in ${data}.`);
}

/**
 * Prints one line per table, and one per missing or wrong original. Sets a failing exit code unless
 * all tables are right and no original is wrong.
 */
export async function verifyRecordedReplies(
  manifest: RecordedManifest,
  data: string,
): Promise<void> {
  const { verifyRecorded } = await import("@promptnce/datasets/recorded");
  const { tables, originals } = verifyRecorded(manifest, data);
  const found = [
    ...tables.map((table) => ({ ...table, file: `${table.file}.gz` })),
    ...originals.filter(({ status }) => status === "wrong"),
  ];
  for (const { file, status, expected, found: sum = "nothing" } of found) {
    const why = status === "wrong" ? `  (expected ${expected}; found ${sum})` : "";
    print(`${status.padEnd(9)}${file}${why}`);
  }
  const right = originals.filter(({ status }) => status === "ok").length;
  const recordedFolder = join(data, manifest.name);
  print(`${right} of ${originals.length} originals are in ${recordedFolder} and right.`);
  const wrong = found.filter(({ status }) => status !== "ok").length;
  if (wrong === 0) return print(`${manifest.name} is complete in ${data}.`);
  say(
    `error: ${manifest.name} is not complete in ${data}: ${wrong} files are missing or wrong; ` +
      `"promptnce datasets fetch ${manifest.name}" makes them`,
  );
  process.exitCode = 1;
}

function terms({ licence, citation }: RecordedManifest): string[] {
  return [`Licence:  ${licence}`, `Citation: ${citation}`];
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
