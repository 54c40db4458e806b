import { access } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename } from "node:path";
import type * as NodeLlamaCpp from "node-llama-cpp";
import type { FileRun } from "../batch-contract/vendor-descriptor.ts";
import { wrongRequest } from "../errors/errors.ts";

/** The package, and a model of it with one sequence of tokens to evaluate. */
export interface LlamaFile {
  readonly module: typeof NodeLlamaCpp;
  readonly llama: NodeLlamaCpp.Llama;
  readonly model: NodeLlamaCpp.LlamaModel;
  readonly sequence: NodeLlamaCpp.LlamaContextSequence;
}

/** The most tokens of a context, unless told otherwise. */
export const CONTEXT = 4096;

/**
 * A model in this process, with the binary that comes with node-llama-cpp: nothing is compiled and nothing downloaded.
 *
 * @throws ProviderError where the package is not installed, or the file is missing or no model.
 */
export async function openLlamaFile(file: string, run: FileRun): Promise<LlamaFile> {
  const { threads = availableParallelism(), gpu = false, contextSize: most = CONTEXT } = run;
  const module = await loaded();
  try {
    await access(file);
    const llama = await module.getLlama({
      gpu: gpu ? "auto" : false,
      build: "never",
      skipDownload: true,
      logLevel: module.LlamaLogLevel.error,
    });
    const model = await llama.loadModel({ modelPath: file });
    const contextSize = Math.min(most, model.trainContextSize ?? Infinity);
    const context = await model.createContext({ threads, contextSize });
    return { module, llama, model, sequence: context.getSequence() };
  } catch (error) {
    throw wrongRequest(
      `The model ${basename(file)} cannot be loaded (${reason(error).replaceAll(file, basename(file))}): give the path of a GGUF file.`,
    );
  }
}

async function loaded(): Promise<typeof NodeLlamaCpp> {
  try {
    return await import("node-llama-cpp");
  } catch (error) {
    throw wrongRequest(
      `The package node-llama-cpp, which runs GGUF files, cannot be loaded (${reason(error)}): install it with npm install node-llama-cpp@3.`,
    );
  }
}

function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, " ");
}
