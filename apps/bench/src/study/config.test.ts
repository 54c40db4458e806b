import { describe, expect, it } from "vitest";
import { parseConfig, type Config } from "./config.ts";

const models = (given: Record<string, unknown>) => (parseConfig(given) as Config).models;

describe("parseConfig", () => {
  it("uses the simulated respondent if no model is named", () => {
    expect(models({})).toEqual([{ provider: "simulated", model: "model-like" }]);
  });

  it("uses a dataset or a method once, however often it is named", () => {
    const twice = { dataset: "synthetic-words,synthetic-words", methods: "infonce,infonce:none" };
    expect(parseConfig(twice)).toMatchObject({
      dataset: ["synthetic-words"],
      methods: ["infonce"],
    });
  });

  it("uses a method once, even under two names of the same estimator", () => {
    const methods = [
      "direct-split:grounded",
      "promptnce",
      "direct-split",
      "promptnce",
      "infonce:none",
    ];
    expect(parseConfig({ methods })).toMatchObject({
      methods: ["direct-split", "promptnce", "infonce"],
    });
  });

  it("distinguishes methods with different marginals", () => {
    const methods = ["direct-split", "direct-split:empirical", "gem", "gem:none"];
    expect(parseConfig({ methods })).toMatchObject({ methods });
  });

  it("accepts several models of one provider, each once", () => {
    expect(models({ provider: "openai", model: ["a", "b", "a", "openai:a"] })).toEqual([
      { provider: "openai", model: "a" },
      { provider: "openai", model: "b" },
    ]);
  });

  it("lets a model name its own provider, and keeps other colons in its name", () => {
    expect(models({ model: ["anthropic:x", "openai:llama3:8b"] })).toEqual([
      { provider: "anthropic", model: "x" },
      { provider: "openai", model: "llama3:8b" },
    ]);
    expect(models({ provider: "openai", model: ["llama3:8b"] })[0]?.model).toBe("llama3:8b");
  });

  it("names a model file by its base name and keeps its path", () => {
    const wanted = [{ provider: "llama", model: "tiny", file: "models/tiny.gguf" }];
    expect(models({ model: ["llama:models/tiny.gguf"] })).toEqual(wanted);
    expect(models({ provider: "llama", model: ["models/tiny.gguf"] })).toEqual(wanted);
  });

  it.each([
    "k",
    "pairs",
    "dev",
    "concurrency",
    "rpm",
    "tpm",
    "timeout",
    "budget",
    "priceIn",
    "priceOut",
    "confirmAbove",
  ])("takes no blank for the number of %s", (name) => {
    for (const blank of ["", " "]) {
      const given = { model: ["openai:m"], priceIn: "1", priceOut: "1", [name]: blank };
      expect(() => parseConfig(given)).toThrow(/^--[-a-z]+: give a (whole )?number .*, not " ?"$/);
    }
  });

  it.each([
    [
      { provider: "openai", model: ["m"], baseUrl: "localhost:8000/v1" },
      "--base-url: give the address of a server",
    ],
    [
      { provider: "openai", model: ["m"], timeout: "3000000" },
      "--timeout: give a number above 0, and at most 2147483, not",
    ],
    [
      { provider: "openai", model: ["m"], scoring: "vllm" },
      "--scoring: name the server that scores with --base-url",
    ],
    [{ model: ["anthropic:m"], baseUrl: "http://h", scoring: "vllm" }, "--scoring: is for servers"],
    [{ model: ["openai:m", "llama:m.gguf"], settings: "{}" }, "--settings: a model file"],
    [{ model: ["llama:m.gguf"], baseUrl: "http://h" }, "--base-url: a model file"],
    [{ methods: "infonce,promptnse" }, '--methods: there is no method "promptnse"'],
    [{ scoring: "vllm" }, "--scoring: the simulated respondent has no such option"],
    [
      { provider: "openai", model: ["m"], baseUrl: "http://h", scoring: "x" },
      "--scoring: give one of vllm",
    ],
  ])("says what is wrong with %j", (given, sentence) => {
    expect(() => parseConfig(given)).toThrow(sentence);
  });

  it("leaves the datasets open if none is named: those of others, all worlds, or all real ones", () => {
    expect((parseConfig({ data: "d" }) as Config).dataset).toEqual([]);
    expect((parseConfig({ dataset: "moods,moods" }) as Config).dataset).toEqual(["moods"]);
  });

  it("accepts a file of counts only with its task", () => {
    expect(() => parseConfig({ dataFile: "m.csv" })).toThrow("--data-file: goes with --task");
    expect(() => parseConfig({ task: "m.yaml" })).toThrow("--data-file: goes with --task");
  });

  it("keeps the replies beside the results by default", () => {
    expect((parseConfig({ out: "x" }) as Config).store).toBe("x/replies.jsonl");
    expect((parseConfig({ out: "x", store: "s" }) as Config).store).toBe("s");
  });
});
