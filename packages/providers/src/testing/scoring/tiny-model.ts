import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** The tiny real model, beside the repository unless the environment says where. */
export const TINY_MODEL: string =
  process.env["PROMPTNCE_TEST_GGUF"] ??
  resolve(import.meta.dirname, "../../../../../../shared/models/stories260K-f32.gguf");

/** Whether the model and the package that runs it are here. */
export const hasTinyModel: boolean =
  existsSync(TINY_MODEL) &&
  (await import("node-llama-cpp").then(
    () => true,
    () => false,
  ));
