import { expect, it } from "vitest";
import { type Config, parseConfig } from "./config.ts";
import { resultsOf } from "./results.ts";

function models(...names: string[]) {
  const answered = names.map((name) => {
    const [provider, model] = name.split(":") as [string, string];
    return { provider, model, rehearsed: false, scores: false, answers: new Map() };
  });
  return resultsOf({ config: parseConfig({}) as Config, studies: [] }, answered).models;
}

it("a model goes by its name, with its provider only if two models share it", () => {
  const labels = (...names: string[]) => models(...names).map(({ label }) => label);
  expect(labels("anthropic:a", "openai:a", "openai:b")).toEqual(["anthropic:a", "openai:a", "b"]);
  expect(labels("openai:a", "openai:b")).toEqual(["a", "b"]);
});

it("a single model is not named in every column", () => {
  expect(models("openai:a")[0]?.suffix).toEqual({ id: "", title: "" });
  expect(models("openai:a", "openai:b")[1]?.suffix).toEqual({ id: "_b", title: ", b" });
});
