import { expect, it } from "vitest";
import { workerCommand } from "./worker-command.ts";

const store = "postgres://me@db.example/study";

it("starts a worker with every setting of the run, quoted for a shell", () => {
  const settings = {
    baseUrl: "http://h/v1",
    keyEnv: "KEY",
    settings: { temperature: 0 },
    effort: "low",
    maxTokens: 9,
  };
  expect(workerCommand(store, { provider: "openai", model: "m" }, settings)).toBe(
    `promptnce worker --store ${store} --model openai:m --base-url http://h/v1 --key-env KEY --settings '{"temperature":0}' --effort low --max-tokens 9`,
  );
});

it("names a model file by its path, and no flag that is off", () => {
  const choice = { provider: "llama", model: "b", file: "a/b.gguf" };
  expect(workerCommand(store, choice, { gpu: false, contextSize: 8192 })).toBe(
    `promptnce worker --store ${store} --model llama:a/b.gguf --context-size 8192`,
  );
  expect(workerCommand(store, choice, { gpu: true })).toContain("b.gguf --gpu");
});
