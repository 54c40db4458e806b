import { describe, expect, it } from "vitest";
import { sharedModels } from "./shared-models.ts";

const named = (...names: string[]) =>
  names.map((name) => {
    const [provider, model] = name.split(":") as [string, string];
    return { provider, model };
  });

const titles = (a: string[], b: string[]) => {
  const { pairs, notes } = sharedModels(named(...a), named(...b));
  return { titles: pairs.map(({ title }) => title), notes };
};

describe("sharedModels", () => {
  it("takes two single models for each other, whatever they are called", () => {
    expect(titles(["simulated:truthful"], ["simulated:model-like"])).toEqual({
      titles: ["truthful / model-like"],
      notes: [],
    });
  });

  it("keeps models of one name at two providers apart", () => {
    const { pairs } = sharedModels(named("anthropic:a", "openai:a"), named("openai:a", "anthropic:a"));
    expect(pairs.map(({ title }) => title)).toEqual(["anthropic:a", "openai:a"]);
    for (const { a, b } of pairs) expect(a).toEqual(b);
  });

  it("compares what both asked, and says which only one did", () => {
    expect(titles(["openai:a", "openai:b"], ["openai-compatible:b"])).toEqual({
      titles: ["b"],
      notes: ["Only in A, and not compared: a."],
    });
  });

  it("says so where no model is in both", () => {
    expect(titles(["openai:a", "openai:b"], ["openai:c"])).toEqual({
      titles: [],
      notes: [
        "No model was asked in both runs.",
        "Only in A, and not compared: a, b.",
        "Only in B, and not compared: c.",
      ],
    });
  });
});
