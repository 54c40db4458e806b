import { describe, expect, it } from "vitest";
import { realAnswers } from "./real-answers.ts";

describe("what real models said", () => {
  it("has the paper's models on each dataset, beside label frequency on the same pairs", () => {
    const { figure } = realAnswers([]);
    expect(figure.csv.split("\n")).toHaveLength(1 + 2 * 2 * 3 + 1);
    expect(figure.csv).toContain('"words: Claude Sonnet 4, 500 pairs of the paper",PromptNCE,0.7,');
    expect(figure.csv).toContain(
      '"words: GPT-5.2, 500 pairs of the paper","label frequency alone, which ignores x",0.86',
    );
    expect(figure.svg).not.toContain("Simulated");
  });

  it("has models that were asked here, with their intervals and the day", () => {
    const answer = { model: "a", asked: "2026-01-02", dataset: "words", pairs: 50 };
    const { figure, said } = realAnswers([
      { ...answer, promptnce: { value: 0.2, standardError: 0.1 }, frequency: { value: 0.8 } },
    ]);
    expect(figure.csv).toContain('"words: a, 50 pairs",PromptNCE,0.2,false,0.00');
    expect(said.at(-1)).toBe("Recorded until 2026-01-02; no model was asked just now.");
  });

  it("draws no dot for a model without a value", () => {
    const answer = { model: "a", asked: "2026-01-02", dataset: "words", pairs: 50 };
    expect(realAnswers([answer]).figure.csv).not.toContain("words: a");
  });

  it("rests on what `pnpm real` keeps", () => {
    expect(realAnswers().figure.csv).toContain("smollm2-135m-instruct-q4-1");
  });
});
