import { describe, expect, it } from "vitest";
import { labelScale } from "./label-scale.ts";

describe("a scale of labels", () => {
  it.each([
    [
      ["Strongly agree", "disagree", "neutral", "strongly disagree", "agree"],
      [3, 1, 2, 4, 0],
    ],
    [
      ["often", "never", "always"],
      [1, 0, 2],
    ],
    [
      ["very_satisfied", "dissatisfied", "neither"],
      [1, 2, 0],
    ],
    [
      ["good", "Excellent", "poor", "fair"],
      [2, 3, 0, 1],
    ],
    [
      ["positive", "negative", "neutral"],
      [1, 2, 0],
    ],
    [
      ["high", "low", "medium"],
      [1, 2, 0],
    ],
    [
      ["5 stars", "1 star", "3 stars"],
      [1, 2, 0],
    ],
    [
      ["★★★☆☆", "★☆☆☆☆", "★★★★★"],
      [1, 0, 2],
    ],
    [
      ["⭐️⭐️⭐️", "⭐️", "⭐️⭐️"],
      [1, 2, 0],
    ],
    [
      ["3/5", "1/5", "5/5"],
      [1, 0, 2],
    ],
  ])("is recognised in %j, from its lower end", (labels, order) => {
    expect(labelScale("answer", new Set(labels))).toEqual({
      labels: order.map((place) => labels[place]),
      isSure: true,
    });
  });

  it.each([
    ["Stars (1-5)", true],
    ["overall_rating", true],
    ["likert", true],
    ["answer", false],
    ["start", false],
  ])("of numbers is sure only if the column is named as a rating: %j is %s", (column, isSure) => {
    const labels = new Set(["5", "1", "10", "3"]);
    expect(labelScale(column, labels)).toEqual({ labels: ["1", "3", "5", "10"], isSure });
  });

  it("of numbers may hold negative numbers and halves", () => {
    expect(labelScale("score", new Set(["1", "-1", "0", "0.5"]))?.labels).toEqual([
      "-1",
      "0",
      "0.5",
      "1",
    ]);
  });

  it.each([
    ["two labels, whose order does not matter", ["agree", "disagree"]],
    ["labels of which one belongs to none", ["agree", "disagree", "neutral", "refused"]],
    ["two words for the same answer", ["bad", "poor", "good"]],
    ["kinds of things", ["billing", "returns", "other"]],
    ["the labels of inference", ["entailment", "neutral", "contradiction"]],
    ["more labels than a scale has", Array.from({ length: 12 }, (_, i) => `${i}`)],
    ["years", ["1999", "2004", "2010"]],
  ])("is not found in %s", (_, labels) => {
    expect(labelScale("rating", new Set(labels))).toBeUndefined();
  });
});
