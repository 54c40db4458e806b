import { Command } from "commander";
import { expect, it } from "vitest";
import { z } from "zod";
import { addOptions, listOf, option, readOptions, someText } from "../options/command-option.ts";
import { modelOptions } from "./model-options.ts";

it.each([
  [{}, { profile: "model-like", seed: "1", concurrency: 8, confirmAbove: 1 }],
  [{ rpm: "0.5" }, { rpm: 0.5 }],
  [{ timeout: "2147483" }, { timeout: 2_147_483 }],
  [
    { budget: "0", confirmAbove: "0" },
    { budget: 0, confirmAbove: 0 },
  ],
  [{ model: "openai:a, llama:b.gguf" }, { model: ["openai:a", "llama:b.gguf"] }],
  [{ settings: '{"temperature":0}' }, { settings: { temperature: 0 } }],
  [{ baseUrl: "https://a.example/v1" }, { baseUrl: "https://a.example/v1" }],
])("reads %j", (given, read) => {
  expect(readOptions(modelOptions(), given)).toMatchObject(read);
});

it("takes what was read already, as of a record, as it is", () => {
  const read = { rpm: 2, model: ["openai:a"], settings: { a: 1 }, batch: true };
  expect(readOptions(modelOptions(), read)).toMatchObject(read);
});

const address = "--base-url: give the address of a server, beginning with http:// or https://";
const recorded =
  "--base-url: addresses are recorded, so this one must not contain a user, password or query";

it.each([
  [
    { provider: "nobody" },
    '--provider: give one of simulated, anthropic, openai, llama, ai, decisions, systemone, sglang-decisions, not "nobody"',
  ],
  [{ profile: "" }, '--profile: give one of model-like, truthful, clueless, not ""'],
  [{ model: "openai:a,," }, "--model: nothing is given"],
  [{ scoring: "guess" }, '--scoring: give one of vllm, sglang, llama-server, not "guess"'],
  [{ grammar: "gbnf" }, '--grammar: give one of schema, json, off, not "gbnf"'],
  [{ keyEnv: "" }, "--key-env: nothing is given"],
  [{ maxTokens: "0" }, '--max-tokens: give a whole number from 1 to 10000000, not "0"'],
  [{ concurrency: "1.5" }, '--concurrency: give a whole number from 1 to 1000, not "1.5"'],
  [{ rpm: "0" }, '--rpm: give a number above 0, not "0"'],
  [{ tpm: " " }, '--tpm: give a number above 0, not " "'],
  [{ timeout: "2147484" }, '--timeout: give a number above 0, and at most 2147483, not "2147484"'],
  [{ budget: "-1" }, '--budget: give a number of 0 or more, not "-1"'],
  [{ priceIn: "Infinity" }, '--price-in: give a number of 0 or more, not "Infinity"'],
  [
    { settings: '{"api_key": "sk-secret"' },
    "--settings: give a JSON object, as '{\"temperature\": 0}'",
  ],
  [{ settings: "[1]" }, "--settings: give a JSON object"],
  [{ baseUrl: "localhost:8000/v1" }, address],
  [{ baseUrl: "ftp://a/v1" }, address],
  [{ baseUrl: "http://user:secret@host:99999" }, address],
  [{ baseUrl: "http://user:secret@host" }, recorded],
  [{ baseUrl: "http://host/v1?key=secret" }, recorded],
  [{ baseUrl: "http://host/v1#secret" }, recorded],
])("says of %j, in one sentence and without a secret, what is wrong", (given, sentence) => {
  const read = (): unknown => readOptions(modelOptions(), given);
  expect(read).toThrow(sentence);
  expect(read).not.toThrow("secret");
});

it("becomes commander's options, of which lists may be repeated", () => {
  const data = { ...option("<folder>", "where it is", someText), variable: "DATA" };
  const command = new Command();
  expect(addOptions(command, { ...modelOptions(), data })).toBe(command);
  const added = new Map(command.options.map((one) => [one.flags, one]));
  expect(added.has("--dry-run")).toBe(true);
  expect(added.get("--provider <name>")?.argChoices).toEqual([
    "simulated",
    "anthropic",
    "openai",
    "llama",
    "ai",
    "decisions",
    "systemone",
    "sglang-decisions",
  ]);
  expect(added.get("--model <name>")?.argChoices).toBeUndefined();
  expect(added.get("--data <folder>")?.envVar).toBe("DATA");
  expect(added.get("--budget <dollars>")?.helpGroupHeading).toBe("Money:");
  command.parse(["--model", "openai:a", "--model", "openai:b"], { from: "user" });
  expect(command.opts()).toMatchObject({ model: ["openai:a", "openai:b"], concurrency: 8 });
  expect(() => command.parse(["--base-url", "x"], { from: "user" })).toThrow(
    "--base-url: give the address",
  );
});

it("takes the last of several values where the default is not a list, even if a value is an array", () => {
  const range = z.string().transform((text): number | number[] => text.split("-").map(Number));
  const command = addOptions(new Command(), {
    latency: option("<ms>", "how long", range, 0),
    names: option("<n>", "some", listOf(someText)),
  });
  const words = ["--latency", "20-60", "--latency", "1-2", "--names", "a", "--names", "b"];
  command.parse(words, { from: "user" });
  expect(command.opts()).toEqual({ latency: [1, 2], names: ["a", "b"] });
});
