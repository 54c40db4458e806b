import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { rm, stat, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { listText, ProviderError } from "@promptnce/core/errors";
import { wrongRequest } from "../errors/errors.ts";
import { redact } from "../call/redact.ts";
import { llamaPackage } from "./llama-file.ts";

/** How far a download is, in bytes. */
export interface DownloadProgress {
  readonly downloaded: number;
  readonly size: number;
}

export interface DownloadOptions {
  /** The folder that keeps the model; by default that of node-llama-cpp, in the home folder. */
  readonly folder?: string | undefined;
  /** Receives the progress, several times a second. */
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
  /** Stops the download. The next call goes on where it stopped. */
  readonly signal?: AbortSignal | undefined;
}

/** A file of a repository. The size and SHA-256 of a large one are those of its pointer. */
const listed = z.object({
  path: z.string(),
  lfs: z.object({ oid: z.string(), size: z.number() }).nullish(),
});

type ListedFile = z.output<typeof listed>;

/**
 * The path of a model of Hugging Face, `hf:OWNER/REPO:QUANT` or `hf:OWNER/REPO/FILE.gguf`, which
 * node-llama-cpp downloads unless its folder has it. An interrupted download is resumed. The file is
 * used only if it has the size and the SHA-256 that the hub lists; a note beside it says that they
 * were checked, so that later calls need no network. `HF_TOKEN` opens private models, and
 * `HF_ENDPOINT` names another hub, as they do for other programs.
 *
 * @throws ProviderError where the name is malformed, the hub cannot be reached or has no such model, or
 *   the file is not as the hub lists it.
 * @example
 * const name = "hf:bartowski/SmolLM2-135M-Instruct-GGUF:Q4_K_M";
 * const file = await downloadedModel(name, { folder: "models" });
 * file.endsWith(".gguf"); // → true
 */
export async function downloadedModel(
  name: string,
  { folder, onProgress, signal }: DownloadOptions = {},
): Promise<string> {
  const found = await cachedModel(name, folder);
  if (found !== undefined) return found;
  const { hub, files } = await modelOfHub(name, signal);
  const { resolveModelFile } = await llamaPackage();
  const path = await resolveModelFile(name, {
    ...(folder !== undefined && { directory: folder }),
    cli: false,
    deleteTempFileOnCancel: false,
    endpoints: { huggingFace: hub.endpoint },
    ...(signal && { signal }),
    ...(onProgress && {
      onProgress: ({ downloadedSize: downloaded, totalSize: size }) =>
        onProgress({ downloaded, size }),
    }),
  }).catch((error: unknown) => {
    signal?.throwIfAborted();
    const reason = (error as Error).message;
    throw wrongRequest(
      `The model ${name} cannot be downloaded (${redact(reason, hub.token)}): check its name and try again, which goes on where this stopped.`,
    );
  });
  signal?.throwIfAborted();
  for (const part of partsOf(path)) {
    if (!existsSync(noteOf(part))) await check(part, name, files);
  }
  return path;
}

/**
 * Checks that a model is on this machine, or that the hub has it, without downloading it.
 *
 * @throws ProviderError as {@link downloadedModel}, whatever is wrong before the download
 */
export async function checkHubModel(name: string, folder?: string): Promise<void> {
  const found = await cachedModel(name, folder);
  if (found === undefined) await modelOfHub(name, undefined);
}

/** The hub of a model, and the files of its repository. */
async function modelOfHub(name: string, signal: AbortSignal | undefined) {
  const hub = hubOf(name);
  const files = await listedFiles(hub, name, signal);
  checkRepository(hub, files);
  await checkQuantization(hub, files, signal);
  return { hub, files };
}

/** The path of a model that was downloaded and checked before; `undefined` where there is none. */
export async function cachedModel(name: string, folder?: string): Promise<string | undefined> {
  const { resolveModelFile } = await llamaPackage();
  const directory = folder === undefined ? {} : { directory: folder };
  const path = await resolveModelFile(name, {
    ...directory,
    download: false,
    cli: false,
    endpoints: { huggingFace: hubOf(name).endpoint },
  }).catch(() => undefined);
  const isChecked = path !== undefined && partsOf(path).every((part) => existsSync(noteOf(part)));
  return isChecked ? path : undefined;
}

interface Hub {
  readonly endpoint: string;
  readonly token: string | undefined;
  readonly repository: string;
  readonly branch: string;
  readonly quantization: string | undefined;
  readonly file: string | undefined;
}

/** Where a model is. @throws ProviderError where the name is none */
function hubOf(name: string): Hub {
  const [, repository, quantization, file, branch = "main"] =
    /^hf:([\w.-]+\/[\w.-]+)(?::([\w.-]+)|\/([^#]+\.gguf))?(?:#(.+))?$/.exec(name) ?? [];
  if (repository === undefined) {
    throw wrongRequest(
      `${name} names no model of Hugging Face: write hf:OWNER/REPO:QUANT, such as hf:OWNER/REPO-GGUF:Q4_K_M, or hf:OWNER/REPO/FILE.gguf.`,
    );
  }
  const { MODEL_ENDPOINT, HF_ENDPOINT, HF_TOKEN } = process.env;
  const endpoint = MODEL_ENDPOINT || HF_ENDPOINT || "https://huggingface.co";
  const token = HF_TOKEN || undefined;
  return { endpoint, token, repository, branch, quantization, file };
}

/** The answer of a hub about a path. */
function askHub(
  { endpoint, token }: Hub,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Response> {
  return fetch(new URL(path, endpoint.replace(/\/*$/, "/")), {
    headers: {
      // Only to programs of llama.cpp the hub tells the file of a quantization.
      "user-agent": "llama-cpp",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(signal && { signal }),
  });
}

/** The files of a repository with their sizes and checksums. */
async function listedFiles(
  hub: Hub,
  name: string,
  signal: AbortSignal | undefined,
): Promise<readonly ListedFile[]> {
  const { endpoint, repository, branch } = hub;
  const tree = `api/models/${repository}/tree/${encodeURIComponent(branch)}?recursive=true`;
  const response = await askHub(hub, tree, signal).catch(() => {
    signal?.throwIfAborted();
    throw new ProviderError(
      `The model ${name} is not on this machine, and ${new URL(endpoint).host} cannot be reached to download it: connect to the network, or name a GGUF file.`,
      { kind: "connection", retryable: false },
    );
  });
  if ([401, 403, 404].includes(response.status)) {
    throw wrongRequest(
      `${new URL(endpoint).host} shows no model ${repository} (${response.status}): check the name, and put a token into HF_TOKEN if it is private or has terms to accept.`,
    );
  }
  const files = z.array(listed).safeParse(await response.json().catch(() => undefined));
  if (files.success) return files.data;
  throw wrongRequest(
    `${new URL(endpoint).host} lists no files of ${repository} (${response.status}): try again later, or name a GGUF file.`,
  );
}

/** The names of the models of a repository; of one in several files, the first. */
function modelsIn(files: readonly ListedFile[]): readonly string[] {
  return files
    .map(({ path }) => path)
    .filter((path) => /\.gguf$/i.test(path) && !/mmproj|-0*([2-9]|[1-9]\d+)-of-\d+\./i.test(path));
}

/** @throws ProviderError where a repository has no model of llama.cpp, or not the file that is named */
function checkRepository({ endpoint, repository, file }: Hub, files: readonly ListedFile[]): void {
  const models = modelsIn(files);
  const { host } = new URL(endpoint);
  if (models.length === 0) {
    throw wrongRequest(
      `${repository} at ${host} has no GGUF file: take a repository that has some, whose name usually ends with -GGUF.`,
    );
  }
  if (file === undefined || files.some(({ path }) => path === file)) return;
  throw wrongRequest(
    `${repository} at ${host} has no file ${file}: write one of those that it has, ${listText(models, "or")}.`,
  );
}

/**
 * Checks that the hub has a quantization by that name.
 *
 * @throws ProviderError that names those of the repository
 */
async function checkQuantization(
  hub: Hub,
  files: readonly ListedFile[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const { endpoint, repository, quantization } = hub;
  if (quantization === undefined) return;
  const manifest = `v2/${repository}/manifests/${encodeURIComponent(quantization)}`;
  // Whatever else goes wrong here, the download meets again and says.
  const response = await askHub(hub, manifest, signal).catch(() => undefined);
  if (response === undefined || ![400, 404].includes(response.status)) return;
  const names = modelsIn(files).map(
    (path) => /[-._]((?:I?Q|TQ|BF|FP?)\d\w*)(?:-\d+-of-\d+)?\.gguf$/i.exec(path)?.[1] ?? path,
  );
  throw wrongRequest(
    `${repository} at ${new URL(endpoint).host} has no ${quantization}: write one of those that it has, ${listText([...new Set(names)], "or")}.`,
  );
}

/** All files of a model that may come in several. */
function partsOf(path: string): readonly string[] {
  const [, stem, digits = ""] = /^(.*)-0*1-of-(\d+)\.gguf$/.exec(path) ?? [];
  if (stem === undefined) return [path];
  return Array.from({ length: Number(digits) }, (_, place) => {
    return `${stem}-${String(place + 1).padStart(digits.length, "0")}-of-${digits}.gguf`;
  });
}

/** The note that a file was checked, in the form of `sha256sum`. */
function noteOf(path: string): string {
  return `${path}.sha256`;
}

/** Checks a file and notes it. @throws ProviderError where it differs; the file is then removed */
async function check(path: string, name: string, files: readonly ListedFile[]): Promise<void> {
  const { size } = await stat(path);
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  const digest = hash.digest("hex");
  if (files.some(({ lfs }) => lfs?.size === size && lfs.oid === digest)) {
    await writeFile(noteOf(path), `${digest}  ${basename(path)}\n`);
    return;
  }
  await rm(path);
  throw wrongRequest(
    `The download of ${name} is damaged: no file that the hub lists has its size and SHA-256, so it was removed. Run the same command again.`,
  );
}
