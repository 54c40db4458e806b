import { describe, expect, it } from "vitest";
import { columnName, modelArguments, partsFor } from "./suite.ts";

describe("the model that the suite is run on", () => {
  it.each([
    ["models/Small-1B.Q4.gguf", [], "small-1b-q4", ["--model", "llama:models/Small-1B.Q4.gguf"]],
    ["llama:Small.gguf", [], "small", ["--model", "llama:Small.gguf"]],
    ["anthropic:some-model", [], "some-model", ["--model", "anthropic:some-model"]],
    [
      "http://localhost:8080/v1",
      ["--model", "org/Some.Name"],
      "some-name",
      ["--provider", "openai", "--base-url", "http://localhost:8080/v1"],
    ],
  ])("is %s with %j: a column %s, and bench is given %j", (model, rest, column, args) => {
    expect(columnName(model, rest)).toBe(column);
    expect(modelArguments(model)).toEqual(args);
  });

  it("is asked under its name behind a server", () => {
    expect(() => columnName("http://localhost:8080/v1", [])).toThrow("--model: name the model");
  });

  it.each([
    ["Small.gguf", undefined, ["spoken", "tokens"]],
    ["http://localhost:8080/v1", undefined, ["spoken", "tokens"]],
    ["systemone:jev", undefined, ["decided"]],
    ["anthropic:some-model", ["spoken"], ["spoken"]],
  ])("is %s with the parts %j: it is asked %j", (model, named, asked) => {
    expect(partsFor(model, named).map(({ name }) => name)).toEqual(asked);
  });
});
