import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it } from "vitest";
import { checkModels } from "./check-models.ts";

it("accepts the simulated respondent, a file that is there, and the model of a vendor", async () => {
  const file = join(newFolder(), "tiny.gguf");
  writeFileSync(file, "GGUF");
  for (const model of [[], [`llama:${file}`], ["anthropic:m"]]) {
    await expect(checkModels({ model })).resolves.toBeUndefined();
  }
});

it.each([
  ["a name that nobody serves", { model: ["gpt"] }, "--model: who serves gpt?"],
  [
    "a file that is not there",
    { model: ["llama:none.gguf"] },
    "The model none.gguf cannot be loaded (ENOENT: no such file or directory, access 'none.gguf'): give the path of a GGUF file.",
  ],
  [
    "a variable without a key",
    { model: ["openai:m"], baseUrl: "http://127.0.0.1:9/v1", keyEnv: "NO_KEY" },
    "--key-env: the environment variable NO_KEY is not set or empty",
  ],
])("refuses %s", async (_, given, sentence) => {
  await expect(checkModels(given)).rejects.toThrow(sentence);
});
