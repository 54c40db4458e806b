import { describe, expect, it } from "vitest";
import { readLikelihood, tokenizedText } from "./read-scores.ts";

const reply = (logprobs: readonly unknown[], extra: object = {}): string =>
  JSON.stringify({ tokens: logprobs.map((logprob, i) => ({ text: `${i}`, logprob })), ...extra });

describe("readLikelihood", () => {
  it("sums the tokens of the span, counts them, and the bytes of y", () => {
    expect(readLikelihood("é!", reply([-1.5, -2.25]))).toEqual({
      ok: true,
      answer: { nats: -3.75, tokens: 2, bytes: 3 },
      notes: [],
    });
  });

  it("notes a token that reaches over the boundary", () => {
    const reading = readLikelihood("y", reply([-1], { boundaryMoved: true }));
    expect(reading).toMatchObject({ ok: true, notes: [expect.stringContaining("reaches over")] });
  });

  it("takes a rounding error above zero for zero", () => {
    expect(readLikelihood("y", reply([1e-9]))).toMatchObject({ answer: { nats: 0 } });
  });

  it.each([
    ["no JSON", "?", "not JSON"],
    ["no tokens", reply([]), "has no tokens"],
    ["an answer in words", '"0.5"', "tokens is no list"],
    ["a token without a text", '{"tokens":[{"logprob":-1}]}', "tokens.0.text is no text"],
    ["a token without a probability", reply([-1, null]), "tokens.1.logprob is no number"],
    [
      "a token whose number is none",
      '{"tokens":[{"text":"a","logprob":-1,"id":0.5}]}',
      "tokens.0.id is no whole number",
    ],
    ["a text before that is none", reply([-1], { before: 1 }), "before is no text"],
    [
      "a boundary that moved somehow",
      reply([-1], { boundaryMoved: 1 }),
      "boundaryMoved is neither true nor false",
    ],
    ["a top that is no answer", reply([-1], { top: "yes" }), "top is neither true nor false"],
    ["a clamped token", reply([-1, -9999]), 'the token "1" has no probability'],
    ["a sum above zero", reply([0.5]), "above zero"],
  ])("cannot read %s, and says why", (_, text, reason) => {
    expect(readLikelihood("y", text)).toEqual({
      ok: false,
      reason: expect.stringContaining(reason),
    });
  });
});

it("shows what was read as it was tokenized, with what was scored between marks", () => {
  const tokens = [" Wet", "\n\n", "<end>"].map((text) => ({ text, logprob: -1 }));
  expect(tokenizedText(JSON.stringify({ before: "<s>rain?\n", tokens }))).toBe(
    "<s>rain?\n⟦ Wet│⏎⏎│<end>⟧",
  );
  expect(tokenizedText(JSON.stringify({ tokens: tokens.slice(0, 1) }))).toBe("…⟦ Wet⟧");
  expect(tokenizedText("no scores")).toBe("");
});
