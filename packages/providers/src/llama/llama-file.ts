import { createHash } from "node:crypto";
import { access } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename } from "node:path";
import type * as NodeLlamaCpp from "node-llama-cpp";
import type { ProviderError } from "@promptnce/core/errors";
import type { FileRun } from "../settings/model-settings.ts";
import { optionalPackage } from "../installed/optional-package.ts";
import { wrongRequest } from "../errors/errors.ts";
import { readBlocks } from "./read-blocks.ts";

/** The package and a loaded model, with one sequence of tokens to evaluate. */
export interface LlamaFile {
  readonly module: typeof NodeLlamaCpp;
  readonly llama: NodeLlamaCpp.Llama;
  readonly model: NodeLlamaCpp.LlamaModel;
  readonly sequence: NodeLlamaCpp.LlamaContextSequence;
}

/** @throws ProviderError where the package is not installed. */
export async function llamaPackage(): Promise<typeof NodeLlamaCpp> {
  const optional = await optionalPackage(
    "node-llama-cpp@3",
    "runs GGUF files",
    () => import("node-llama-cpp"),
  );
  return optional.load();
}

/** What runs models on the processor, or on a GPU too. */
const libraries = new Map<boolean, Promise<NodeLlamaCpp.Llama>>();

/**
 * node-llama-cpp's prebuilt binary, which all models of this process share: it is tried in a process
 * of its own before it is loaded, which takes a third of a second.
 *
 * @throws ProviderError where the package is not installed.
 */
export async function llamaLibrary(gpu = false): Promise<NodeLlamaCpp.Llama> {
  const { getLlama, LlamaLogLevel } = await llamaPackage();
  const library =
    libraries.get(gpu) ??
    getLlama({
      gpu: gpu ? "auto" : false,
      build: "never",
      skipDownload: true,
      logLevel: LlamaLogLevel.error,
    });
  libraries.set(gpu, library);
  // What is not there now may be later.
  library.catch(() => libraries.delete(gpu));
  return library;
}

/** The default size of a context in tokens. */
export const CONTEXT = 4096;

/**
 * A model loaded into this process with node-llama-cpp's prebuilt binary: nothing is compiled or
 * downloaded.
 *
 * @throws ProviderError where the package is not installed, or the file is missing or not a model.
 */
export async function openLlamaFile(file: string, run: FileRun): Promise<LlamaFile> {
  const { threads = availableParallelism(), gpu, contextSize: most = CONTEXT } = run;
  const module = await llamaPackage();
  let model: NodeLlamaCpp.LlamaModel | undefined;
  try {
    await access(file);
    const llama = await llamaLibrary(gpu);
    model = await llama.loadModel({ modelPath: file });
    const contextSize = Math.min(most, model.trainContextSize ?? Infinity);
    // Flash attention is quicker for long contexts and less exact: it moved log P by up to .2 in a
    // quantized model, and without it llama.cpp's server gives the same numbers.
    const flashAttention = false;
    const context = await model.createContext({ threads, contextSize, flashAttention });
    return { module, llama, model, sequence: context.getSequence() };
  } catch (error) {
    await model?.dispose();
    throw unloadable(file, error);
  }
}

/** @throws ProviderError where there is no file */
export async function checkLlamaFile(file: string): Promise<void> {
  await access(file).catch((error: unknown) => {
    throw unloadable(file, error);
  });
}

function unloadable(file: string, error: unknown): ProviderError {
  const reason = (error as Error).message.replace(/\s+/g, " ").replaceAll(file, basename(file));
  return wrongRequest(
    `The model ${basename(file)} cannot be loaded (${reason}): give the path of a GGUF file.`,
  );
}

/**
 * The number and size of the blocks read from a file: all of a small file, 16 MB of a large one.
 */
const [BLOCKS, BYTES] = [256, 1 << 16];

/**
 * An id of a model file's content: `gguf-` and 16 hexadecimal digits of the SHA-256 of its size and
 * of blocks spread over it. Other weights under the same name have another id, and computing it
 * takes no time compared with loading. `undefined` where the file cannot be read.
 */
export function contentId(file: string): string | undefined {
  return readBlocks(file, (size, block) => {
    const digest = createHash("sha256").update(String(size));
    const step = Math.max(BYTES, size / BLOCKS);
    for (let at = 0; at < size; at += step) {
      digest.update(block(Math.floor(at), BYTES));
    }
    return `gguf-${digest.digest("hex").slice(0, 16)}`;
  });
}

/** The bytes searched for metadata, in which the vocabulary precedes the template. */
const METADATA = 1 << 26;

/** Whether a model file has a chat template; true where the file cannot be read. */
export function hasChatTemplate(file: string): boolean {
  return (
    readBlocks(file, (size, block) =>
      block(0, Math.min(size, METADATA)).includes("tokenizer.chat_template"),
    ) ?? true
  );
}
