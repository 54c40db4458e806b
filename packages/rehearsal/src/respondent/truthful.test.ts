import { describe, expect, it } from "vitest";
import { replyMembers, type SpokenPrompt } from "./reply-json.ts";
import { labels, world } from "../testing/plain-prompts.test.support.ts";
import { truthful } from "./truthful.ts";

const x = { cue: "SHOVE" };
const say = (question: Omit<SpokenPrompt, "task">) =>
  new Map(replyMembers({ task: "words", ...question }, truthful(world)));
const replyKey = "p";

describe("truthful", () => {
  it("says P(y|x), and zero where it is zero", () => {
    expect(say({ kind: "conditional", x, y: "PUSH", replyKey }).get("p")).toBe(0.7);
    expect(say({ kind: "conditional", x, y: "WATER", replyKey }).get("p")).toBe(0);
  });

  it("says the same P(y) with and without examples", () => {
    for (const kind of ["marginal", "grounded"] as const) {
      expect(say({ kind, y: "PUSH", replyKey }).get("p")).toBe((0.7 + 0.01) / 2);
    }
  });

  it("says zero for the base rate of a label nobody has heard of", () => {
    expect(say({ kind: "marginal", y: "toString", replyKey }).get("p")).toBe(0);
  });

  it("says the PMI in nats, with 1e-6 in the place of zero", () => {
    expect(say({ kind: "pmi", x, y: "PUSH", replyKey }).get("p")).toBe(
      Math.log(0.7) - Math.log(0.355),
    );
    expect(say({ kind: "pmi", x, y: "WATER", replyKey }).get("p")).toBe(
      Math.log(1e-6) - Math.log(0.195),
    );
    expect(say({ kind: "pmi", x, y: "toString", replyKey }).get("p")).toBe(0);
  });

  it("renormalises the conditional on a closed set", () => {
    const candidates = ["PUSH", "PULL", "WATER", "__proto__"];
    const said = say({ kind: "closed", x, candidates });
    expect([...said]).toEqual([
      ["PUSH", 0.7 / (0.7 + 0.1 + 0.05)],
      ["PULL", 0.1 / (0.7 + 0.1 + 0.05)],
      ["WATER", 0],
      ["__proto__", 0.05 / (0.7 + 0.1 + 0.05)],
    ]);
  });

  it("answers a closed set without any mass uniformly", () => {
    const candidates = ["WATER", "CONSTRUCTOR"];
    const said = say({ kind: "closed", x, candidates });
    expect([...said.values()]).toEqual([0.5, 0.5]);
  });

  it("gives OTHER exactly what the candidates leave, and zero where they leave none", () => {
    const candidates = ["PUSH", "WATER"];
    const some = say({ kind: "open", x, candidates, otherKey: "UNLISTED" });
    expect([...some]).toEqual([
      ["PUSH", 0.7],
      ["WATER", 0],
      ["UNLISTED", 1 - 0.7],
    ]);
    const several = { ...world, conditional: () => 0.6 };
    const question = {
      kind: "open",
      task: "words",
      x,
      candidates: labels,
      otherKey: "REST",
    } as const;
    const said = replyMembers(question, truthful(several));
    expect(said.at(-1)).toEqual(["REST", 0]);
    expect(said[0]).toEqual(["PUSH", 0.6]);
  });

  it("names candidates by their keys where they have some", () => {
    const set = { x, candidates: ["PULL", "OTHER"], candidateKeys: ["A", "B"] };
    expect([...say({ kind: "closed", ...set })]).toEqual([
      ["A", 0.1 / (0.1 + 0.15)],
      ["B", 0.15 / (0.1 + 0.15)],
    ]);
    expect([...say({ kind: "open", ...set, otherKey: "OTHER" })]).toEqual([
      ["A", 0.1],
      ["B", 0.15],
      ["OTHER", 1 - (0.1 + 0.15)],
    ]);
  });
});
