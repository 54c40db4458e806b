import { expect, it } from "vitest";
import { modelLabels } from "./model-labels.ts";

it("a model is called by its name, and says who serves it only where two have the same", () => {
  const models = ["anthropic:a", "openai:a", "openai:b"].map((name) => {
    const [provider, model] = name.split(":") as [string, string];
    return { provider, model };
  });
  expect(modelLabels(models)).toEqual(["anthropic:a", "openai:a", "b"]);
  expect(modelLabels(models.slice(1))).toEqual(["a", "b"]);
});
