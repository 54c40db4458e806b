import { expect, it, vi } from "vitest";
import { openLlamaFile } from "./llama-file.ts";

vi.mock("node-llama-cpp", () => {
  throw new Error("Cannot find package 'node-llama-cpp'");
});

it("says how to install the package where it is not", async () => {
  const opening = openLlamaFile("m.gguf", { threads: 1, contextSize: 512 });
  await expect(opening).rejects.toMatchObject({ kind: "request", retryable: false });
  await expect(opening).rejects.toThrow("npm install node-llama-cpp@3");
});
