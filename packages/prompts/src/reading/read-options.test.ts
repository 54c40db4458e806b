import { describe, expect, it } from "vitest";
import { readOptions } from "./read-scores.ts";

const reply = (masses: Readonly<Record<string, number>>, top?: boolean): string =>
  JSON.stringify({
    tokens: Object.entries(masses).map(([text, p]) => ({ text, logprob: Math.log(p) })),
    top,
  });

describe("readOptions", () => {
  it("scales the masses of the options to one, and keeps what fell on them and by position", () => {
    const read = readOptions(["A", "B"], reply({ A: 0.3, B: 0.1, The: 0.6 }));
    expect(read).toMatchObject({ ok: true, notes: [], options: { unlisted: 0 } });
    if (!read.ok) return;
    expect(read.masses).toEqual([0.75, 0.25]);
    expect(read.options.onOptions).toBeCloseTo(0.4, 12);
    expect(read.options.byPosition[0]).toBeCloseTo(0.75, 12);
  });

  it("counts a letter with and without a space before it, however that is written, and in no other case", () => {
    const read = readOptions(
      ["A", "B"],
      reply({ A: 0.1, " A": 0.1, "▁A": 0.1, ĠA: 0.1, a: 0.3, B: 0.1 }),
    );
    expect(read).toMatchObject({ ok: true, masses: [0.8, 0.2] });
  });

  it("counts a word in any case", () => {
    const read = readOptions(
      ["Yes", "No"],
      reply({ Yes: 0.1, " yes": 0.1, YES: 0.1, No: 0.1, Not: 0.5 }),
    );
    expect(read).toMatchObject({ ok: true, masses: [0.75, 0.25] });
  });

  it("counts an option that is not among the most likely tokens as the most that the list leaves it, and says so", () => {
    const read = readOptions(["A", "B"], reply({ A: 0.75, "\n": 0.125 }, true));
    expect(read).toMatchObject({
      ok: true,
      masses: [expect.closeTo(0.75 / 0.875, 12), expect.closeTo(0.125 / 0.875, 12)],
      options: { unlisted: 1, byPosition: [1, 0] },
    });
    expect(read.ok && read.notes).toEqual([
      '"B" is not listed and counted as the most that the list leaves it, 0.125',
    ]);
  });

  it.each([
    ["Yes No", { Yes: 0.97 }, [0.97, 0.03]],
    ["A B C D E", { A: 0.6, B: 0.38 }, [0.6, 0.38, 0.02 / 3, 0.02 / 3, 0.02 / 3]],
    ["Yes No", { Yes: 0.9, "\n": 0.1 }, [1, 0]],
    ["A B", { A: 0.5, the: 0.2, "\n": 0.01 }, [0.5 / 0.51, 0.01 / 0.51]],
  ])(
    "gives what is not listed what is left, at most the least listed: %s of %j",
    (names, listed, masses) => {
      const read = readOptions(names.split(" "), reply(listed, true));
      expect(read).toMatchObject({
        masses: masses.map((mass) => expect.closeTo(mass, 12) as number),
      });
    },
  );

  it("takes a vendor's −9999 for no bound, as it is no probability", () => {
    const clamped = JSON.stringify({
      tokens: [
        { text: "A", logprob: -0.1 },
        { text: "x", logprob: -9999 },
      ],
      top: true,
    });
    expect(readOptions(["A", "B"], clamped)).toMatchObject({
      masses: [expect.closeTo(Math.exp(-0.1), 12), expect.closeTo(1 - Math.exp(-0.1), 12)],
    });
  });

  it("counts a token once that is listed twice, and tokens of one text as two where their ids differ", () => {
    const twice = (ids: readonly (number | undefined)[]): string =>
      JSON.stringify({
        tokens: [
          ...ids.map((id) => ({ text: "A", id, logprob: Math.log(0.25) })),
          { text: "B", logprob: Math.log(0.25) },
        ],
        top: true,
      });
    expect(readOptions(["A", "B"], twice([undefined, undefined]))).toMatchObject({
      masses: [0.5, 0.5],
      options: { onOptions: 0.5 },
    });
    expect(readOptions(["A", "B"], twice([7, 7]))).toMatchObject({ masses: [0.5, 0.5] });
    expect(readOptions(["A", "B"], twice([7, 8])).ok).toBe(true);
    expect(readOptions(["A", "B"], twice([7, 8]))).toMatchObject({
      masses: [expect.closeTo(2 / 3, 12), expect.closeTo(1 / 3, 12)],
    });
  });

  it.each([
    ["−9999", [0, -9999, -9999]],
    ["the smallest number", [0, -3.4028234663852886e38, -3.4028234663852886e38]],
    ["−1,000,000,000, the point being rounded", [-1e-6, -1e9, -1e9]],
    ["nothing at all", [0]],
  ])(
    "takes a list of one token with all mass, and %s for the rest, for no distribution",
    (_, logprobs) => {
      const text = JSON.stringify({
        tokens: logprobs.map((logprob, i) => ({ text: "AB\n"[i], logprob })),
        top: true,
      });
      const read = readOptions(["A", "B"], text);
      expect(read.ok ? "" : read.reason).toContain(
        "no distribution of the model: one token has all",
      );
    },
  );

  it("takes a model that is certain for one, since its other tokens have some mass", () => {
    const certain = reply({ A: 1 - 1e-9, B: 1e-9 }, true);
    expect(readOptions(["A", "B"], certain)).toMatchObject({ ok: true });
  });

  it("names no option as what the model writes instead, however its token is written", () => {
    const listed = { " yes": 0.006, Okay: 0.001, No: 1e-6 };
    expect(readOptions(["Yes", "No"], reply(listed, true))).toMatchObject({
      reason: expect.stringContaining('the model writes "Okay" instead'),
    });
  });

  it("takes no noise under another text for an answer, and says what the model writes instead", () => {
    // As Qwen 3 begins where it may think.
    const thinking = { "<think>": 0.9999996, A: 2e-7, B: 1e-7, "\n": 1e-8 };
    const reason =
      'the options have less than 0.01 of the next token\'s mass: the model writes "<think>" instead';
    for (const top of [true, false])
      expect(readOptions(["A", "B"], reply(thinking, top))).toEqual({ ok: false, reason });
    expect(readOptions(["A", "B"], reply({ The: 0.985, A: 0.01, B: 0.005 }))).toMatchObject({
      ok: true,
      options: { onOptions: expect.closeTo(0.015, 12) as number },
    });
    expect(readOptions(["Yes", "No"], reply({ Okay: 0.9, We: 0.1 }, true))).toEqual({
      ok: false,
      reason:
        'none of Yes, No is among the 2 tokens that are listed: the model writes "Okay" instead',
    });
  });

  it("reads −9999 as a probability of zero", () => {
    const zero = JSON.stringify({
      tokens: [
        { text: "A", logprob: 0 },
        { text: "B", logprob: -9999 },
      ],
    });
    expect(readOptions(["A", "B"], zero)).toMatchObject({
      ok: true,
      masses: [1, 0],
      options: { unlisted: 0 },
    });
  });

  it.each([
    ["prose", "A, I think", "are not JSON"],
    ["a spoken reply", '{"A": 0.5}', "do not fit: tokens"],
    ["no token", '{"tokens": []}', "has no tokens"],
    ["other tokens alone", reply({ The: 0.5, x: 0.1 }, true), "none of A, B is among the 2 tokens"],
    ["a whole distribution without an option", reply({ A: 0.5 }), "no token stands for B"],
    [
      "options of zero",
      '{"tokens": [{"text": "A", "logprob": -9999}, {"text": "B", "logprob": -9999}]}',
      "less than 0.01 of the next token's mass",
    ],
    ["probabilities that are none", reply({ A: 0.9, B: 0.9 }), "mass of 1.80"],
  ])("gives a reason for %s", (_, text, reason) => {
    const read = readOptions(["A", "B"], text);
    expect(read.ok ? "" : read.reason).toContain(reason);
  });
});
