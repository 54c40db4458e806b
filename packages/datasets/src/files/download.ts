import { createWriteStream } from "node:fs";
import { readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { mismatch } from "./checksum.ts";
import { DatasetError } from "./errors.ts";
import type { FileEntry } from "./manifest.ts";

/** How far the download of a file is; `total` is absent where the server does not say. */
export interface FetchProgress {
  readonly file: string;
  readonly received: number;
  readonly total?: number;
}

export interface FetchOptions {
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch;
  readonly onProgress?: (progress: FetchProgress) => void;
  /** Stops the download and removes what was begun. */
  readonly signal?: AbortSignal;
}

export interface Download {
  readonly entry: FileEntry;
  readonly url: string;
  /** The folder the file belongs in; it exists. */
  readonly target: string;
  /** The last sentence of every error: what to do where no download succeeds. */
  readonly byHand: string;
  readonly options: FetchOptions;
}

/** Streams a file to a temporary one beside its place, checks and renames it; where that fails nothing of it stays. */
export async function download(job: Download): Promise<void> {
  const { entry, url, target } = job;
  const temporary = join(target, `.${entry.file}.${process.pid}.part`);
  try {
    const response = await answer(job);
    await save(response, temporary, job);
    const wrong = mismatch(await readFile(temporary), entry);
    if (wrong !== undefined) {
      const sums = `it has ${wrong.found}, expected ${wrong.expected}`;
      throw new DatasetError(`${url} is not the expected file: ${sums}; nothing was kept. ${job.byHand}`);
    }
    await rename(temporary, join(target, entry.file));
  } finally {
    await rm(temporary, { force: true });
  }
}

/** The server's answer, 200 and with a body. */
async function answer(job: Download): Promise<Response> {
  const { url, options } = job;
  const { fetch: request = fetch, signal = null } = options;
  let response: Response;
  try {
    response = await request(url, { signal });
  } catch (error) {
    refuseIfStopped(job);
    throw new DatasetError(`${new URL(url).host} cannot be reached (${reason(error)}). ${job.byHand}`);
  }
  if (response.ok) return response;
  await response.body?.cancel();
  throw new DatasetError(`${url} answers ${response.status} ${response.statusText}. ${job.byHand}`);
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
  try {
    await pipeline(metered, createWriteStream(temporary));
  } catch (error) {
    refuseIfStopped(job);
    // Errors of the file system carry their system call; those of the network are wrapped.
    if (error instanceof Error && "syscall" in error) {
      throw new DatasetError(`${target} cannot be written to: ${error.message}.`);
    }
    const part = `${received} of ${total ?? "an unknown number of"} bytes`;
    throw new DatasetError(`The connection to ${url} broke after ${part}; nothing was kept. Try again. ${job.byHand}`);
  }
}

function refuseIfStopped({ url, options }: Download): void {
  if (options.signal?.aborted === true) {
    throw new DatasetError(`Stopped while fetching ${url}; nothing of it was kept.`);
  }
}

/** The innermost reason: fetch itself only ever says "fetch failed". */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reason(error.cause) : error.message || error.name;
}
