import { basename } from "node:path";
import type { VendorDescriptor } from "../batch-contract/vendor-descriptor.ts";

/** A model file in this process; its name is the file's. */
export const llamaVendor: VendorDescriptor = {
  name: "llama",
  example: "llama:FILE.gguf",
  options: ["grammar"],
  refusal: "a model file in this process takes none",
  scores: true,
  price: { free: "a model in this process" },
  // A grammar leaves no place for it.
  plain: /^/,
  modelOf: (name) => ({ model: basename(name, ".gguf"), file: name }),
  async load({ file = "", model, maxTokens, grammar }) {
    const { llama } = await import("./llama.ts");
    return llama({ file, model, maxTokens, grammar });
  },
};
