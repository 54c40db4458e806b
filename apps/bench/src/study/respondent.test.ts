import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { type Config, parseConfig } from "./config.ts";
import type { Subject } from "./job.ts";
import type { ModelChoice } from "@promptnce/command";
import { respondents } from "./respondent.ts";

/** A server that answers 404 and records the requested paths. */
async function refusing(): Promise<{ readonly url: string; readonly paths: string[] }> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? "");
    response.writeHead(404, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, paths };
}

const continuation = { text: "b", template: "plain", span: "content" } as const;

async function respondent(given: Record<string, unknown>) {
  const config = parseConfig(given) as Config;
  return (await respondents(config, config.models[0] as ModelChoice))({} as Subject);
}

it.each([
  ["vllm", "/v1/completions"],
  ["sglang", "/generate"],
  ["llama-server", "/v1/models"],
])(
  "scores in the way of %s, and asks prompts of the same server as ever",
  async (scoring, path) => {
    const { url, paths } = await refusing();
    const provider = await respondent({ provider: "openai", model: ["m"], baseUrl: url, scoring });
    expect(provider).toMatchObject({ name: "openai-compatible", model: "m", scores: true });
    await expect(provider.complete({ prompt: "a", sample: 0, continuation })).rejects.toThrow(
      "404",
    );
    await expect(provider.complete({ prompt: "a", sample: 0 })).rejects.toThrow("404");
    expect(paths.slice(-2)).toEqual([path, "/v1/chat/completions"]);
    expect(provider.settings["scorer"]).toMatchObject({ by: scoring });
  },
);

it("does not score through a server unless told how", async () => {
  const { url, paths } = await refusing();
  const provider = await respondent({ provider: "openai", model: ["m"], baseUrl: url });
  expect(provider.scores).toBeUndefined();
  await expect(provider.complete({ prompt: "a", sample: 0, continuation })).rejects.toThrow(
    "cannot score",
  );
  expect(paths).toEqual([]);
});

it("takes a model file by its name and loads it only for the first request", async () => {
  const provider = await respondent({ model: ["llama:models/none.gguf"] });
  expect(provider).toMatchObject({ name: "llama", model: "none", scores: true });
  await expect(provider.complete({ prompt: "a", sample: 0, continuation })).rejects.toThrow(
    /none\.gguf cannot be loaded|node-llama-cpp, which runs GGUF files, cannot be loaded/,
  );
});

it("uses the settings that a run recorded if only its replies are read and the file may be gone", async () => {
  const config = parseConfig({ model: ["llama:none.gguf"] }) as Config;
  const recorded = { temperature: 0, file: "gguf-0123456789abcdef" };
  const choice = { ...(config.models[0] as ModelChoice), recorded };
  const provider = (await respondents(config, choice))({} as Subject);
  expect(provider).toMatchObject({ settings: recorded, plain: false });
  const base = { ...choice, recorded: { ...recorded, chat_template: "none" } };
  expect((await respondents(config, base))({} as Subject).plain).toBe(true);
});
