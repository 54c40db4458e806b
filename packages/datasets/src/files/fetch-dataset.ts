import { createWriteStream } from "node:fs";
import { readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Sentence, written } from "@promptnce/core/errors";
import { mismatch } from "./checksum.ts";
import { DatasetError } from "./errors.ts";
import { manifest, type DatasetName, type FileEntry } from "./manifest.ts";
import { checkFile, makeFolder } from "./stored-file.ts";

/** The progress of a file's download; `total` is absent where the server does not state it. */
export interface FetchProgress {
  readonly file: string;
  readonly received: number;
  readonly total?: number;
}

export interface FetchOptions {
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
  readonly onProgress?: (progress: FetchProgress) => void;
  /** Stops the download and removes partial files. */
  readonly signal?: AbortSignal;
}

/** The outcome for a file: `present` means that it was already there with the right checksum. */
export interface FetchedFile {
  readonly file: string;
  readonly status: "fetched" | "present";
}

/**
 * Brings the official files to `<folder>/<name>/`, one after the other: each streams to a temporary
 * file beside its place, is checked, and takes its name only then. Files that are there and right
 * are left alone; wrong ones are replaced. Throws {@link DatasetError}, with what to do by hand,
 * where a dataset cannot be downloaded, the network or the server fails, or a checksum is wrong;
 * nothing of the file that failed is kept.
 *
 * @example
 * const files = await fetchDataset("words", "data");
 * files[0]; // → { file: "Cue_Target_Pairs.A-B", status: "fetched" }
 */
export async function fetchDataset(
  name: DatasetName,
  folder: string,
  options: FetchOptions = {},
): Promise<readonly FetchedFile[]> {
  const about = manifest(name);
  const target = join(folder, name);
  return Array.fromAsync(about.editions[0].files, async (entry): Promise<FetchedFile> => {
    const { file, url } = entry;
    if (checkFile(target, entry).status === "ok") return { file, status: "present" };
    if (url === undefined) {
      const how =
        about.obtain ?? `${name} cannot be downloaded by a program: see ${about.homepage}.`;
      throw new DatasetError(`${how} Put it in ${target}.`);
    }
    await makeFolder(target);
    const byHand: Sentence = (write) =>
      `Or put the files in ${target} by hand; ${write("manifest()", name)} lists them.`;
    await download({ entry, url, target, byHand, options });
    return { file, status: "fetched" };
  });
}

/**
 * What is downloaded, and its name in progress and errors; `byHand`, the last sentence of every
 * error, says how to get it without this download.
 */
export interface DownloadSource {
  readonly file: string;
  readonly url: string;
  readonly byHand: Sentence;
  readonly options: FetchOptions;
}

/** A file for the folder `target`, which exists. */
interface Download extends Omit<DownloadSource, "file"> {
  readonly entry: FileEntry;
  readonly target: string;
}

/**
 * Streams a file to a temporary one beside its place, checks and renames it; where that fails
 * nothing of it stays.
 */
export async function download({ entry, target, ...from }: Download): Promise<void> {
  const wanted = { file: entry.file, ...from };
  const { url, options } = from;
  const temporary = join(target, `.${entry.file}.${process.pid}.part`);
  try {
    await pipeline(downloaded(wanted), createWriteStream(temporary)).catch((error: unknown) => {
      // Errors of the file system carry their system call; those of the network are sentences.
      if (!(error instanceof Error && "syscall" in error)) throw error;
      throw new DatasetError(`${target} cannot be written to: ${error.message}.`);
    });
    const wrong = mismatch(await readFile(temporary), entry);
    if (wrong !== undefined) {
      const sums = `it has ${wrong.found}, expected ${wrong.expected}`;
      throw failed(`${url} is not the expected file: ${sums}; nothing was kept.`, wanted);
    }
    await rename(temporary, join(target, entry.file));
  } catch (error) {
    throw options.signal?.aborted ? stopped(url) : error;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** The error of a download that its signal stopped. */
export function stopped(url: string): DatasetError {
  return new DatasetError(`Stopped while fetching ${url}; nothing of it was kept.`);
}

/** The error of a download: what went wrong, and how to get the file by hand. */
export function failed(problem: string, { byHand }: Pick<DownloadSource, "byHand">): DatasetError {
  return new DatasetError((write) => `${problem} ${written(byHand, write)}`);
}

/** The bytes at an address, as they arrive. Throws {@link DatasetError} where that fails. */
export async function* downloaded(wanted: DownloadSource): AsyncGenerator<Uint8Array> {
  const { file, url, options } = wanted;
  const response = await answer(wanted);
  const length = Number(response.headers.get("content-length"));
  const total = length > 0 ? length : undefined;
  let received = 0;
  try {
    for await (const chunk of response.body ?? []) {
      received += chunk.length;
      options.onProgress?.({ file, received, ...(total !== undefined && { total }) });
      yield chunk;
    }
  } catch {
    const part = `${received} of ${total ?? "an unknown number of"} bytes`;
    const broke = `The connection to ${url} broke after ${part}; nothing was kept. Try again.`;
    throw failed(broke, wanted);
  }
}

/** The server's answer, 200 and with a body. */
async function answer(wanted: DownloadSource): Promise<Response> {
  const { url, options } = wanted;
  const { fetch: request = fetch, signal = null } = options;
  const response = await request(url, { signal }).catch((error: unknown) => {
    throw failed(`${new URL(url).host} cannot be reached (${reason(error)}).`, wanted);
  });
  if (response.ok) return response;
  await response.body?.cancel();
  throw failed(`${url} answers ${response.status} ${response.statusText}.`, wanted);
}

/** The innermost reason: fetch itself only ever says "fetch failed". */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reason(error.cause) : error.message || error.name;
}
