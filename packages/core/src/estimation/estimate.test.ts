import { describe, expect, it } from "vitest";
import { questionKey } from "./question.ts";
import { closed, direct, split, ungrounded } from "../terms/terms.ts";
import { collectAnswers, estimate } from "./estimate.ts";
import type { Elicitation, Pmf, Question, Reading } from "../types.ts";

const trial = (y: string) => ({ id: y, x: { cue: "X" }, y, candidates: [y] });

function elicited(query: object, reading: Reading, sample = 0): Elicitation {
  const question = { ...query, task: "words", sample } as Question;
  return { question, template: "t@1", prompt: "", reply: { text: "", stop: "end" }, reading };
}
const ok = (answer: number): Reading => ({ ok: true, answer, notes: [] });
const bad: Reading = { ok: false, reason: "prose" };
const given = (y: string) => ({ kind: "conditional", x: { cue: "X" }, y });
const base = (y: string) => ({ kind: "marginal", y });
const estimator = split(direct, ungrounded);

describe("estimate", () => {
  it("gives one outcome a trial, in order, from stored answers", async () => {
    const answers = await collectAnswers([
      elicited(given("A"), ok(0.5)),
      elicited(base("A"), ok(0.25)),
      elicited(given("B"), ok(0.1)),
      elicited(base("B"), ok(0.1)),
    ]);
    const outcomes = estimate(estimator, [trial("B"), trial("A")], answers, { task: "words" });
    expect(outcomes.map((o) => [o.trial.y, o.status, o.estimate.pmi])).toEqual([
      ["B", "ok", 0],
      ["A", "ok", Math.log(2)],
    ]);
  });

  it("says whether a missing answer was unreadable or never asked", async () => {
    const answers = await collectAnswers([
      elicited(given("A"), ok(0.5)),
      elicited(base("A"), bad),
      elicited(given("B"), ok(0.5)),
    ]);
    const outcomes = estimate(estimator, [trial("A"), trial("B"), trial("C")], answers, {
      task: "words",
    });
    expect(outcomes.map((o) => o.status)).toEqual(["unreadable", "unasked", "unasked"]);
    expect(outcomes[0]?.estimate).toEqual({ conditional: 0.5 });
  });

  it("says whether an answer that it rests on is doubtful, and estimates all the same", () => {
    const pmf: Pmf = { labels: ["A", "B"], masses: [0.2, 0.8], doubtfulSum: 5 };
    const asked = {
      kind: "closed",
      x: { cue: "X" },
      candidates: ["A"],
      task: "words",
      sample: 0,
    } as const;
    const answers = new Map([[questionKey(asked), pmf]]);
    const [outcome] = estimate(split(closed, "none"), [trial("A")], answers, { task: "words" });
    expect(outcome).toMatchObject({ status: "ok", doubtful: true, estimate: { conditional: 0.2 } });
    expect(estimate(estimator, [trial("A")], answers, { task: "words" })[0]?.doubtful).toBe(false);
  });

  it("keeps the samples and the tasks apart", async () => {
    const answers = await collectAnswers([
      elicited(given("A"), ok(0.5), 1),
      elicited(base("A"), ok(0.5), 1),
    ]);
    expect(
      estimate(estimator, [trial("A")], answers, { task: "words", sample: 1 })[0]?.status,
    ).toBe("ok");
    expect(estimate(estimator, [trial("A")], answers, { task: "words" })[0]?.status).toBe(
      "unasked",
    );
    expect(estimate(estimator, [trial("A")], answers, { task: "nli", sample: 1 })[0]?.status).toBe(
      "unasked",
    );
  });
});

describe("collectAnswers", () => {
  it("keeps the readable one of several replies to a question, whatever their order", async () => {
    for (const readings of [
      [ok(0.5), bad],
      [bad, ok(0.5)],
    ]) {
      const answers = await collectAnswers(readings.map((reading) => elicited(base("A"), reading)));
      expect([...answers.values()]).toEqual([0.5]);
    }
  });
});
