import type { Intervention, NullContext, Query } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { asksOfLabelAlone, queryKey } from "./query-key.ts";

const x = { cue: "cat" };
const grounding = { examples: [], labels: [] };
const scoring = { template: "chat", span: "content" } as const;
const likelihood = (of: Extract<Query, { kind: "likelihood" }>["x"], y = "a"): Query => ({
  kind: "likelihood",
  x: of,
  y,
  scoring,
});
const intervention: Intervention = { name: "log-scale-prior" };

/** All that can be asked about one x, each another question. */
const different: readonly Query[] = [
  ...["a", "b"].flatMap((y): Query[] => [
    { kind: "pmi", x, y },
    { kind: "conditional", x, y },
    { kind: "conditional", x, y, intervention },
    { kind: "marginal", y },
    { kind: "grounded", y, grounding },
    likelihood(x, y),
    ...(["not-available", "empty", "premise"] satisfies NullContext[]).map((none) => likelihood(none, y)),
    { kind: "likelihood", x, y, scoring: { template: "plain", span: "assistant-turn" } },
  ]),
  ...[["a", "b"], ["b", "a"], ["a,b"], ["a"]].flatMap((candidates): Query[] => [
    { kind: "closed", x, candidates },
    { kind: "open", x, candidates },
  ]),
];

describe("queryKey", () => {
  it("tells apart all that can be asked about one x", () => {
    const keys = different.map(queryKey);
    expect(new Set(keys).size).toBe(different.length);
  });

  it("is the same for the same question, written anew", () => {
    expect(structuredClone(different).map(queryKey)).toEqual(different.map(queryKey));
  });
});

describe("asksOfLabelAlone", () => {
  it("is true of base rates and of the likelihood of a label without x, and of nothing else", () => {
    const alone = different.filter(asksOfLabelAlone);
    expect(new Set(alone.map(({ kind }) => kind))).toEqual(new Set(["marginal", "grounded", "likelihood"]));
    expect(alone.filter((query) => "x" in query && typeof query.x !== "string")).toEqual([]);
    expect(alone).toHaveLength(2 * 5);
  });

  it("holds of no query whose key leaves out an x that would change its prompt", () => {
    expect(asksOfLabelAlone(likelihood({ cue: "empty" }))).toBe(false);
    expect(queryKey(likelihood({ cue: "empty" }))).not.toBe(queryKey(likelihood("empty")));
  });
});
