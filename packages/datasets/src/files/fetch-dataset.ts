import { createWriteStream } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Sentence, written } from "@promptnce/core/errors";
import { mismatch } from "./checksum.ts";
import { DatasetError } from "./errors.ts";
import { manifest, type DatasetName, type FileEntry } from "./manifest.ts";
import { checkFile } from "./stored-file.ts";

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
 * where a dataset cannot be downloaded, the network or the server fails, or a checksum is wrong; of
 * the file that failed nothing stays.
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
    await mkdir(target, { recursive: true }).catch((error: Error) => {
      throw new DatasetError(`The folder ${target} cannot be made: ${error.message}.`);
    });
    const byHand: Sentence = (write) =>
      `Or put the files in ${target} by hand; ${write("manifest()", name)} lists them.`;
    await download({ entry, url, target, byHand, options });
    return { file, status: "fetched" };
  });
}

/**
 * A file for the folder `target`, which exists; `byHand`, the last sentence of every error, says
 * how to get it without this download.
 */
interface Download {
  readonly entry: FileEntry;
  readonly url: string;
  readonly target: string;
  readonly byHand: Sentence;
  readonly options: FetchOptions;
}

/**
 * Streams a file to a temporary one beside its place, checks and renames it; where that fails
 * nothing of it stays.
 */
export async function download(job: Download): Promise<void> {
  const { entry, url, target, options } = job;
  const temporary = join(target, `.${entry.file}.${process.pid}.part`);
  try {
    await save(await answer(job), temporary, job);
    const wrong = mismatch(await readFile(temporary), entry);
    if (wrong !== undefined) {
      const sums = `it has ${wrong.found}, expected ${wrong.expected}`;
      throw failed(`${url} is not the expected file: ${sums}; nothing was kept.`, job);
    }
    await rename(temporary, join(target, entry.file));
  } catch (error) {
    if (!options.signal?.aborted) throw error;
    throw new DatasetError(`Stopped while fetching ${url}; nothing of it was kept.`);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** The error of a download: what went wrong, and how to get the file by hand. */
function failed(problem: string, { byHand }: Download): DatasetError {
  return new DatasetError((write) => `${problem} ${written(byHand, write)}`);
}

/** The server's answer, 200 and with a body. */
async function answer(job: Download): Promise<Response> {
  const { url, options } = job;
  const { fetch: request = fetch, signal = null } = options;
  const response = await request(url, { signal }).catch((error: unknown) => {
    throw failed(`${new URL(url).host} cannot be reached (${reason(error)}).`, job);
  });
  if (response.ok) return response;
  await response.body?.cancel();
  throw failed(`${url} answers ${response.status} ${response.statusText}.`, job);
}

async function save(response: Response, temporary: string, job: Download): Promise<void> {
  const { url, target, entry, options } = job;
  const length = Number(response.headers.get("content-length"));
  const total = length > 0 ? length : undefined;
  let received = 0;
  async function* metered() {
    for await (const chunk of response.body ?? []) {
      received += chunk.length;
      options.onProgress?.({ file: entry.file, received, ...(total !== undefined && { total }) });
      yield chunk;
    }
  }
  await pipeline(metered, createWriteStream(temporary)).catch((error: unknown) => {
    // Errors of the file system carry their system call; those of the network are wrapped.
    if (error instanceof Error && "syscall" in error) {
      throw new DatasetError(`${target} cannot be written to: ${error.message}.`);
    }
    const part = `${received} of ${total ?? "an unknown number of"} bytes`;
    throw failed(`The connection to ${url} broke after ${part}; nothing was kept. Try again.`, job);
  });
}

/** The innermost reason: fetch itself only ever says "fetch failed". */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reason(error.cause) : error.message || error.name;
}
