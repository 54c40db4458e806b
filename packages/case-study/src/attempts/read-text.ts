import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Source } from "@promptnce/core";
import { ClassDataError } from "./errors.ts";

/** A file as text, with its name for messages and its checksum for a manifest. */
export interface TextFile {
  /** The name shown in messages and manifests; never an absolute path. */
  readonly file: string;
  /** Without a byte order mark. */
  readonly text: string;
  readonly source: Source;
}

/**
 * The text of a UTF-8 file, unpacked where its name ends in `.gz`.
 * @param shown the name to show; the file's own without its folder by default
 * @throws ClassDataError where it cannot be read or unpacked, or is not UTF-8.
 */
export async function readText(path: string, shown: string = basename(path)): Promise<TextFile> {
  const stored = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new ClassDataError(`${shown} cannot be read (${error.code}): check the path.`);
  });
  const source = { file: shown, sha256: hash("sha256", stored), bytes: stored.length };
  return { file: shown, text: decode(unpack(stored, shown), shown), source };
}

function unpack(bytes: Buffer, file: string): Buffer {
  if (!file.endsWith(".gz")) return bytes;
  try {
    return gunzipSync(bytes);
  } catch {
    throw new ClassDataError(`${file} is not a complete gzip file, although its name ends in .gz.`);
  }
}

function decode(bytes: Buffer, file: string): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new ClassDataError(`${file} is UTF-16: save it as UTF-8.`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ClassDataError(`${file} is not UTF-8: save it as UTF-8.`);
  }
}
