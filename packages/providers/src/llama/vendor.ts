import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { OptionError } from "@promptnce/core/errors";
import type { VendorDescriptor, VendorModel } from "../batch-contract/vendor-descriptor.ts";

/** A model file in this process, or one of a hub, downloaded; its name is the file's. */
export const llamaVendor: VendorDescriptor = {
  name: "llama",
  example: "llama:FILE.gguf",
  options: ["grammar", "threads", "gpu", "contextSize", "chatTemplate"],
  refusal: "a model file in this process takes none",
  scores: true,
  price: { free: "a model in this process" },
  // The grammar leaves no room for reasoning.
  plain: /^/,
  modelOf: (name) => ({ model: basename(name, ".gguf"), file: name }),
  async check({ file: named = "" }) {
    if (!named.startsWith("hf:")) return (await import("./llama-file.ts")).checkLlamaFile(named);
    await (await import("./downloaded-model.ts")).checkHubModel(named);
  },
  async load({ file: named = "", chatTemplate, onDownload, ...options }) {
    const { llama } = await import("./llama.ts");
    const file = named.startsWith("hf:") ? await fileOf(named, onDownload) : named;
    return llama({ ...options, file, chatTemplate: chatTemplate && templateIn(chatTemplate) });
  },
};

/** The path of a model of a hub; its name where it is not here and may not be downloaded. */
async function fileOf(name: string, onDownload: VendorModel["onDownload"]): Promise<string> {
  const { cachedModel, downloadedModel } = await import("./downloaded-model.ts");
  if (onDownload === undefined) return (await cachedModel(name)) ?? name;
  return downloadedModel(name, { onProgress: onDownload });
}

function templateIn(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new OptionError(
      "chatTemplate",
      `${file} cannot be read: give a file with a template in Jinja`,
    );
  }
}
