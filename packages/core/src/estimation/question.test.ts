import { describe, expect, it } from "vitest";
import { questionKey, readReply, requestOf } from "./question.ts";
import type { Continuation, Reply } from "../provider.ts";
import type { Question, Template } from "../types.ts";

const asked: Question = {
  task: "chaosnli",
  sample: 0,
  kind: "conditional",
  x: { premise: "p", hypothesis: "h" },
  y: "neutral",
};

it("does not depend on the order in which fields were written", () => {
  const same: Question = {
    kind: "conditional",
    y: "neutral",
    x: { hypothesis: "h", premise: "p" },
    sample: 0,
    task: "chaosnli",
  };
  expect(questionKey(same)).toBe(questionKey(asked));
});

it("differs with the task, the sample, the fields of x and the label", () => {
  const others: Question[] = [
    { ...asked, task: "words" },
    { ...asked, sample: 1 },
    { ...asked, x: { premise: "h", hypothesis: "p" } },
    { ...asked, y: "entailment" },
  ];
  expect(new Set([asked, ...others].map(questionKey)).size).toBe(5);
});

it("differs with every member that a question may have", () => {
  type MemberOf<T> = T extends unknown ? keyof T : never;
  const members = {
    candidates: ["PUSH"],
    context: { question: "How often?" },
    grounding: { examples: [], labels: ["PUSH"] },
    intervention: { name: "log-scale-prior" },
    kind: "open",
    rotation: 1,
    sample: 1,
    scoring: { template: "chat", span: "content" },
    task: "words",
    x: {},
    y: "PUSH",
  } satisfies Record<MemberOf<Question>, unknown>;
  const others = Object.entries(members).map(
    ([name, value]) => ({ ...asked, [name]: value }) as Question,
  );
  expect(new Set([asked, ...others].map(questionKey)).size).toBe(12);
});

it("differs with the order of the candidates, which the model sees", () => {
  const ask = (candidates: string[]): Question => {
    return { task: "words", sample: 0, kind: "closed", x: { cue: "SHOVE" }, candidates };
  };
  expect(questionKey(ask(["PUSH", "PULL"]))).not.toBe(questionKey(ask(["PULL", "PUSH"])));
});

const question: Question = { kind: "marginal", y: "PUSH", task: "words", sample: 3 };
const template: Template = {
  id: "words/marginal",
  version: 1,
  render: () => "How often is PUSH said?",
  parse: () => ({ ok: false, reason: "not read here" }),
};

describe("requestOf", () => {
  it("is the rendered prompt with the number of the draw and the wording it is of", () => {
    expect(requestOf(template, question)).toEqual({
      prompt: "How often is PUSH said?",
      sample: 3,
      template: { id: "words/marginal", version: 1 },
    });
  });

  it("takes along the text to be scored where the template has one", () => {
    const continuation: Continuation = { text: "PUSH", template: "plain", span: "content" };
    const scoring: Template = { ...template, continuation: () => continuation };
    expect(requestOf(scoring, question).continuation).toEqual(continuation);
  });
});

describe("readReply", () => {
  const numbers: Template = {
    ...template,
    parse: (_, text) =>
      text === "0.3" ? { ok: true, answer: 0.3, notes: [] } : { ok: false, reason: "no number" },
  };
  const read = (reply: Reply) => readReply(numbers, question, reply);

  it("does not look for numbers in a refusal, and names the limit when a cut reply cannot be read", () => {
    expect(read({ text: "0.3", stop: "refusal" })).toEqual({
      ok: false,
      reason: "the model refused to answer",
    });
    expect(read({ text: "?", stop: "length" })).toMatchObject({ reason: /^cut off.*no number$/ });
    expect(read({ text: "0.3", stop: "length" })).toMatchObject({
      ok: true,
      answer: 0.3,
      cut: true,
      notes: ["cut off at the token limit, behind all that is needed"],
    });
  });

  it("says of an empty reply that all its tokens went into reasoning, where they did", () => {
    const usage = { inputTokens: 13, outputTokens: 60, reasoningTokens: 60 };
    for (const stop of ["end", "length"] as const) {
      expect(read({ text: " \n", stop, usage })).toEqual({
        ok: false,
        reason: "the reply is empty, since all of its 60 tokens went into reasoning",
      });
    }
    expect(read({ text: "0.3", stop: "end", usage })).toMatchObject({ ok: true });
    const within = { ...usage, reasoningTokens: 0 };
    expect(read({ text: "?", stop: "end", usage: within })).toMatchObject({ reason: "no number" });
  });
});
