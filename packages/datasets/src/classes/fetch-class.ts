import { createReadStream, existsSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { unpackTar } from "modern-tar";
import { DatasetError } from "../files/errors.ts";
import { downloaded, failed, type FetchOptions, stopped } from "../files/fetch-dataset.ts";
import { type MadeTable, tablesToMake, writeTable } from "../files/made-table.ts";
import { checkFile, type FileCheck, makeFolder } from "../files/stored-file.ts";
import type { ArchivedClass, ArchiveFiles } from "./archived-class.ts";
import type { ClassManifest, ClassName } from "./class-manifest.ts";
import { introclass } from "./introclass.ts";

const mappings: Readonly<Record<ClassName, ArchivedClass>> = { introclass };

/**
 * Makes the table of a class's attempts in `folder`, and returns what was made; nothing where it is
 * there and right. The archive of the commit is read as it comes, from `<folder>/<name>.tar.gz`
 * where somebody has put it there, and is not kept. The table is checked before it takes its name,
 * and holds all that was read.
 * @throws DatasetError, with what to do by hand, where the network or the server fails, the archive
 * is damaged, or a checksum is wrong
 * @example
 * const made = await fetchClass(classManifest("introclass"), "data");
 * made.length; // → 1
 */
export async function fetchClass(
  manifest: ClassManifest,
  folder: string,
  options: FetchOptions = {},
): Promise<readonly MadeTable[]> {
  const made = tablesToMake(manifest, folder);
  if (made.length === 0) return made;
  await makeFolder(folder);
  const mapping = mappings[manifest.name];
  const attempts = mapping.attempts(await readArchive(manifest, folder, mapping, options));
  const text = attempts.map((attempt) => `${jsonLine(attempt)}\n`).join("");
  for (const table of made) {
    await writeTable(folder, table, text);
  }
  return made;
}

/**
 * Checks the table of a class in `folder`; nothing throws for a file.
 *
 * @example
 * verifyClass(classManifest("introclass"), "data")[0].status; // → "missing"
 */
export function verifyClass({ tables }: ClassManifest, folder: string): readonly FileCheck[] {
  return tables.map((table) => checkFile(folder, table));
}

/** The files of the archive that are read; the others go as they come. */
async function readArchive(
  { name, archive: url }: ClassManifest,
  folder: string,
  { isRead }: ArchivedClass,
  options: FetchOptions,
): Promise<ArchiveFiles> {
  const own = join(folder, `${name}.tar.gz`);
  const byHand = `Or put that archive at ${own} by hand, and fetch again.`;
  const wanted = { file: `the archive of ${name}`, url, byHand, options };
  const here = existsSync(own);
  try {
    const source = here ? createReadStream(own) : downloaded(wanted);
    return await pipeline(source, createGunzip(), (unpacked) => filesOf(unpacked, isRead));
  } catch (error) {
    if (options.signal?.aborted) throw stopped(url);
    if (error instanceof DatasetError) throw error;
    const why = (error as Error).message;
    throw failed(`${here ? own : url} cannot be unpacked (${why}); nothing was kept.`, wanted);
  }
}

async function filesOf(
  archive: AsyncIterable<Uint8Array<ArrayBuffer>>,
  isRead: (path: string) => boolean,
): Promise<ArchiveFiles> {
  const entries = await unpackTar(ReadableStream.from(archive), {
    strict: true,
    // The first folder is named for the commit.
    strip: 1,
    filter: ({ name, type }) => type === "file" && isRead(name),
  });
  return new Map(
    entries.flatMap(({ header, data }) => (data === undefined ? [] : [[header.name, data]])),
  );
}

/** A line of JSON with a space behind each comma and colon, as IntroClass was packed first. */
function jsonLine(record: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(record).map(([key, value]) => {
    const list = Array.isArray(value) && value.map((one) => JSON.stringify(one)).join(", ");
    return `${JSON.stringify(key)}: ${list === false ? JSON.stringify(value) : `[${list}]`}`;
  });
  return `{${members.join(", ")}}`;
}
