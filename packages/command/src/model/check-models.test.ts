import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it, onTestFinished, vi } from "vitest";
import { checkModels } from "./check-models.ts";

it("accepts the simulated respondent, a file that is there, and the model of a vendor", async () => {
  vi.stubEnv("ANTHROPIC_API_KEY", "key");
  onTestFinished(() => void vi.unstubAllEnvs());
  const file = join(newFolder(), "tiny.gguf");
  writeFileSync(file, "GGUF");
  for (const model of [[], [`llama:${file}`], ["anthropic:m"]]) {
    await expect(checkModels({ model })).resolves.toBeUndefined();
  }
});

it.each([
  ["anthropic:m", "No key for Anthropic was found: set ANTHROPIC_API_KEY"],
  ["openai:m", "No key for OpenAI was found: set OPENAI_API_KEY"],
  ["systemone:m", "No key for TypeSafe was found: set TYPESAFE_API_KEY"],
])("refuses %s without a key of its vendor's", async (model, sentence) => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const keys = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "OPENAI_API_KEY", "TYPESAFE_API_KEY"];
  for (const name of [...keys, "ANTHROPIC_PROFILE"]) {
    vi.stubEnv(name, undefined);
  }
  // Where Anthropic's SDK would look for a profile of the user's.
  for (const name of ["HOME", "XDG_CONFIG_HOME", "APPDATA", "ANTHROPIC_CONFIG_DIR"]) {
    vi.stubEnv(name, newFolder());
  }
  await expect(checkModels({ model: [model] })).rejects.toThrow(sentence);
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
