import { expect, it, vi } from "vitest";
import type { GivenModel } from "#command";
import { askedModel } from "./chosen-model.ts";

const defaults = { profile: "truthful", seed: "1", concurrency: 8, confirmAbove: 1 } as const;
const choice = (options: Partial<GivenModel>) =>
  askedModel({ ...defaults, ...options }, "s.jsonl").choice;

it("takes a name before the colon as the provider if it is one, and otherwise as part of the model's name", () => {
  expect(choice({})).toEqual({ provider: "simulated", model: "truthful" });
  expect(choice({ model: ["llama:a/b.gguf"] })).toEqual({
    provider: "llama",
    model: "b",
    file: "a/b.gguf",
  });
  expect(choice({ model: ["qwen:7b"], provider: "openai" })).toEqual({
    provider: "openai",
    model: "qwen:7b",
  });
});

it("creates the provider from the options, the store, and whether requests will be sent", () => {
  const settings = { temperature: 0 };
  const named = { ...defaults, model: ["openai:x"], settings, rpm: 9 };
  expect(askedModel(named, "s.jsonl").model).toMatchObject({
    settings,
    rpm: 9,
    concurrency: 8,
  });
  expect(askedModel(named, "s.jsonl").store).toBe("s.jsonl");
  expect(askedModel({ ...defaults, dryRun: true }, "s.jsonl").model).toMatchObject({
    dryRun: true,
  });
});

it("asks in batches if requested, and refuses models without them", () => {
  expect(askedModel({ ...defaults, model: ["openai:x"], batch: true }, "s.jsonl").given.batch).toBe(
    true,
  );
  expect(() => choice({ batch: true })).toThrow("--batch: is for models of anthropic and openai");
});

it("reports changes of pace on standard error", () => {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const { onPace } = askedModel(defaults, "s.jsonl").model;
  onPace?.("pace, after 1.5 s: many 429s");
  const told = write.mock.calls.map(([text]) => text);
  write.mockRestore();
  expect(told).toEqual(["pace, after 1.5 s: many 429s\n"]);
});
