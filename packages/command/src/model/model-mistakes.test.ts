import {
  type ModelSetting,
  type ModelSettings,
  modelSettings,
  vendors,
} from "@promptnce/providers/vendors";
import { expect, it } from "vitest";
import { modelMistakes } from "./model-mistakes.ts";

it.each([
  [{ model: [] }],
  [{ model: [], provider: "simulated" }],
  [{ model: ["anthropic:a"], budget: 1 }],
  [{ model: ["anthropic:a", "openai:a"], effort: "low" }],
  [{ model: ["a"], provider: "openai", baseUrl: "http://localhost/v1", scoring: "vllm" as const }],
  [{ model: ["llama:a.gguf"], priceIn: 1, priceOut: 2 }],
  [{ model: ["anthropic:a", "openai:a"], batch: true }],
  [{ model: ["llama:a.gguf"], batch: false }],
  [{ model: ["openai:a"], batch: true, resubmitLost: true }],
  [{ model: ["openai:a"], baseUrl: "https://a.example/v1" }],
  [{ model: ["llama:one/a.gguf", "llama:one/b.gguf"] }],
  [{ model: ["llama:a.gguf"], grammar: "json" as const }],
  [{ model: ["openai:a"], baseUrl: "http://localhost/v1", grammar: "off" as const }],
  [{ model: ["decisions:a", "systemone:b"] }],
  [{ model: ["systemone:a"], readFrom: "decisions" as const, rotations: 4 }],
  [{ model: ["systemone:a"], baseUrl: "http://localhost/v1", keyEnv: "KEY" }],
  [{ model: [], readFrom: "decisions" as const }],
])("finds nothing wrong with %j", (given) => {
  expect([...modelMistakes(given)]).toEqual([]);
});

it.each([
  [{ model: ["a"], provider: "simulated" }, "model", "is not a model"],
  [{ model: [], provider: "openai" }, "model", "needs the name of a model"],
  [{ model: ["a"] }, "model", "who serves a?"],
  [{ model: ["openai:a"], priceIn: 1 }, "priceOut", "needs a price for output"],
  [{ model: [], budget: 1 }, "budget", "the simulated respondent has no such option"],
  [{ model: ["openai:a"], scoring: "vllm" as const }, "scoring", "name the server that scores"],
  [
    { model: ["anthropic:a"], baseUrl: "http://a", scoring: "vllm" as const },
    "scoring",
    "for servers",
  ],
  [{ model: [], batch: true }, "batch", "is for models of anthropic and openai"],
  [{ model: ["openai:a", "llama:a.gguf"], batch: true }, "batch", "is for models of"],
  [{ model: ["llama:a.gguf"], baseUrl: "http://a" }, "baseUrl", "a model file in this process"],
  [
    { model: [], grammar: "off" as const },
    "grammar",
    "the simulated respondent has no such option",
  ],
  [
    { model: ["anthropic:a"], baseUrl: "http://a", grammar: "off" as const },
    "grammar",
    "anthropic takes none",
  ],
  [{ model: ["openai:a"], grammar: "schema" as const }, "grammar", "works only with a model file"],
  [{ model: ["llama:a.gguf"], effort: "low" }, "effort", "a model file in this process takes none"],
  [{ model: ["openai:a"], keyEnv: "KEY" }, "keyEnv", "is for the server that --base-url names"],
  [{ model: ["openai:a"], resubmitLost: true }, "resubmitLost", "give --batch too"],
  [
    { model: ["decisions:a", "openai:b"] },
    "model",
    "decisions makes decisions, and openai writes replies",
  ],
  [
    { model: ["openai:b"], readFrom: "decisions" as const },
    "readFrom",
    "made by decisions:NAME, systemone:NAME or sglang-decisions:NAME, not by openai",
  ],
  [
    { model: ["decisions:a"], readFrom: "tokens" as const },
    "readFrom",
    "makes decisions and writes no text",
  ],
  [{ model: ["decisions:a"], maxTokens: 9 }, "maxTokens", "writes nothing"],
  [{ model: ["systemone:a"], effort: "low" }, "effort", "a decision model takes none"],
  [{ model: ["openai:a"], questionsPerRequest: 2 }, "questionsPerRequest", "openai takes none"],
  [{ model: ["openai:a"], rotations: 2 }, "rotations", "--read-from tokens or decisions"],
  [{ model: ["llama:one/a.gguf", "llama:two/a.gguf"] }, "model", "two files are called a"],
])("says what is wrong with %j", (given, option, message) => {
  expect([...modelMistakes(given)]).toEqual([[option, expect.stringContaining(message)]]);
});

it("lets the declaration of a setting and a vendor's descriptor say who takes it", () => {
  const schemas = { boolean: true, integer: 64, number: 64, object: {}, string: "low" };
  for (const [name, { value, takenBy = "named" }] of Object.entries<ModelSetting>(modelSettings)) {
    const given = { baseUrl: "http://h", [name]: schemas[value.type] };
    const isRefused = (model: string[]) =>
      [...modelMistakes({ ...given, model })].some(([option]) => option === name);
    expect([name, isRefused([])]).toEqual([name, takenBy !== "writers"]);
    for (const vendor of vendors) {
      const refuses = !vendor.options.includes(name as keyof ModelSettings);
      const expected = {
        named: refuses,
        vendors: false,
        writers: vendor.decides === true,
      }[takenBy];
      expect([name, vendor.name, isRefused([`${vendor.name}:m`])]).toEqual([
        name,
        vendor.name,
        expected,
      ]);
    }
  }
});
