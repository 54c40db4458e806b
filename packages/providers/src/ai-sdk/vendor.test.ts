import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { chatCompletions } from "@promptnce/rehearsal/wire";
import { mockServer } from "@promptnce/rehearsal/testing/mock-server";
import { aiVendor } from "./vendor.ts";

/** A folder in which a program runs, with these packages installed. */
function installed(...names: readonly string[]): string {
  const folder = newFolder();
  mkdirSync(join(folder, "node_modules/@ai-sdk"), { recursive: true });
  const ours = join(import.meta.dirname, "../../node_modules");
  for (const name of names) {
    symlinkSync(join(ours, name), join(folder, "node_modules", name));
  }
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  onTestFinished(() => void vi.restoreAllMocks());
  return folder;
}

const request = { prompt: "How often?", sample: 0 };

describe("a model of the AI SDK by its package's name", () => {
  it("is asked at the server that is named, with its key and the settings, under the name that was typed", async () => {
    installed("@ai-sdk/openai-compatible");
    const server = await mockServer(chatCompletions);
    const model = "@ai-sdk/openai-compatible:some-model";
    const apiKey = "loopback-key";
    const given = {
      model,
      baseURL: `${server.baseURL}/v1`,
      apiKey,
      maxTokens: 9,
      settings: { temperature: 0.5 },
    };
    const provider = await aiVendor.load(given);
    expect(provider).toMatchObject({
      name: "ai",
      model,
      settings: { maxOutputTokens: 9, temperature: 0.5 },
    });
    expect(await provider.complete(request)).toMatchObject({
      text: "echo: How often?",
      stop: "end",
    });
    expect(server.seen[0]?.body).toMatchObject({
      model: "some-model",
      temperature: 0.5,
      max_tokens: 9,
    });
    expect(JSON.stringify(server.seen[0]?.headers)).toContain(apiKey);
  });

  it("is set up by its own environment where no server is named", async () => {
    const folder = installed("@ai-sdk/openai-compatible");
    const server = await mockServer(chatCompletions);
    // As @ai-sdk/groq and the others are made: a provider of the environment, beside what makes
    // one.
    writeFileSync(
      join(folder, "mine.mjs"),
      `import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
export const createMine = () => { throw new Error("not this one"); };
const made = createOpenAICompatible({ name: "mine", baseURL: process.env.MINE_URL, apiKey: "loopback-key" });
export const mine = Object.assign((id) => made(id), { languageModel: made });`,
    );
    vi.stubEnv("MINE_URL", `${server.baseURL}/v1`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const provider = await aiVendor.load({ model: "./mine.mjs:some-model" });
    expect(await provider.complete(request)).toMatchObject({ text: "echo: How often?" });
  });

  it.each([
    ["gemini", "model: say which package of the AI SDK serves gemini, as ai:@ai-sdk/google:gemini"],
    [
      "@ai-sdk/none:m",
      "model: @ai-sdk/none is not installed in this folder or one above it: install it with npm",
    ],
    [
      "@ai-sdk/openai-compatible:m",
      "model: @ai-sdk/openai-compatible exports no provider of the AI SDK that is set up by its environment alone",
    ],
  ])("%s is refused in one sentence", async (model, sentence) => {
    installed("@ai-sdk/openai-compatible");
    await expect(aiVendor.load({ model })).rejects.toThrow(sentence);
  });
});
