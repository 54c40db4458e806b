import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { OptionError } from "@promptnce/core/errors";
import type { VendorDescriptor } from "../batch-contract/vendor-descriptor.ts";

/** A model file in this process; its name is the file's. */
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
  async load({ file = "", chatTemplate, ...options }) {
    const { llama } = await import("./llama.ts");
    return llama({ ...options, file, chatTemplate: chatTemplate && templateIn(chatTemplate) });
  },
};

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
