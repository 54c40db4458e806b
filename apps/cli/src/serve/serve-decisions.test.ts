import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DecisionAnswer, Decision, NextTokens } from "@promptnce/core";
import { decisionByTokens } from "@promptnce/prompts";
import { openaiDecisions, sglangDecisions, systemOne } from "@promptnce/providers/decisions";
import { llama } from "@promptnce/providers/llama";
import { newFolder } from "@promptnce/testing/new-folder";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { promptnce } from "../promptnce.test.support.ts";
import { decisionsOf } from "./serve-decisions.ts";

const TINY =
  process.env["PROMPTNCE_TEST_GGUF"] ??
  resolve(import.meta.dirname, "../../../../../shared/models/stories260K-f32.gguf");

/** The address of llama.cpp's server, if one serves that file. */
const LLAMA_SERVER = process.env["PROMPTNCE_TEST_LLAMA_SERVER"];

/** The tokens that the file's vocabulary has. */
const VOCABULARY = 512;

const decision: Decision = {
  instructions: "What was there?",
  options: ["a little girl", "a big dog", "something else"].map((description, i) => ({
    id: `c${i + 1}`,
    description,
  })),
};
const state = "Once upon a time";

/** What llama.cpp's server says of the token after a prompt. */
interface LlamaCompletion {
  readonly completion_probabilities: readonly {
    readonly top_logprobs: readonly { readonly token: string; readonly logprob: number }[];
  }[];
}

/** The shares of the letters among the tokens that stand for one. */
function sharesOf(
  letters: readonly string[],
  tokens: readonly { readonly text: string; readonly logprob: number }[],
): readonly number[] {
  const massOf = (letter: string): number =>
    tokens
      .filter((token) => token.text.trim() === letter)
      .reduce((sum, { logprob }) => sum + Math.exp(logprob), 0);
  const masses = letters.map(massOf);
  const sum = masses.reduce((total, mass) => total + mass, 0);
  return masses.map((mass) => mass / sum);
}

it("says that there is no such file", async () => {
  const { status, stderr } = await promptnce(["serve-decisions", "nothing.gguf"]);
  expect([status, stderr]).toEqual([2, expect.stringContaining("there is no file nothing.gguf")]);
});

it("says that a file is no model before it serves it", async () => {
  const file = join(newFolder(), "words.gguf");
  writeFileSync(file, "words");
  const { status, stdout, stderr } = await promptnce(["serve-decisions", file]);
  expect([status, stdout, stderr]).toEqual([
    1,
    "",
    expect.stringMatching(/^error: The model words\.gguf cannot be loaded \(.*\): give the path/),
  ]);
});

describe.skipIf(!existsSync(TINY))("a tiny real model, served as a decision model", () => {
  const started = new AsyncDisposableStack();
  let baseURL: string;
  let baseUrlOfBothOrders: string;
  /** P(option) of the model in this process, renormalised. */
  let inProcess: readonly number[];

  beforeAll(async () => {
    const serve = async (rotations: number) =>
      started.use(await decisionsOf(TINY, { rotations, threads: 1 })).baseURL;
    baseURL = await serve(1);
    baseUrlOfBothOrders = await serve(2);
    await using model = llama({ file: TINY, threads: 1 });
    const request = decisionByTokens(state, decision);
    const { text } = await model.complete(request);
    inProcess = sharesOf(request.options ?? [], (JSON.parse(text) as NextTokens).tokens);
  });
  afterAll(() => started.disposeAsync());

  it.each(Object.entries({ systemOne, openaiDecisions, sglangDecisions }))(
    "gives %s the numbers that its tokens have in process, within 1e-4 in log P",
    async (_, adapter) => {
      const provider = adapter({ model: "stories", baseURL });
      const reply = await provider.complete({ prompt: state, sample: 0, decision });
      const { probabilities = [] } = JSON.parse(reply.text) as DecisionAnswer;
      expect(probabilities.map(({ id }) => id)).toEqual(["c1", "c2", "c3"]);
      for (const [i, { probability }] of probabilities.entries()) {
        expect(Math.abs(Math.log(probability) - Math.log(inProcess[i]!))).toBeLessThan(1e-4);
      }
    },
  );

  it.skipIf(LLAMA_SERVER === undefined)(
    "has the numbers of llama.cpp's own server without flash attention (-fa off), within 1e-4 in log P",
    async () => {
      const { prompt, options = [] } = decisionByTokens(state, decision);
      const response = await fetch(`${LLAMA_SERVER}/completion`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ prompt, n_predict: 1, n_probs: VOCABULARY }),
      });
      const { completion_probabilities: found } = (await response.json()) as LlamaCompletion;
      const tokens = found[0]!.top_logprobs.map(({ token, logprob }) => ({ text: token, logprob }));
      for (const [i, share] of sharesOf(options, tokens).entries()) {
        expect(Math.abs(Math.log(share) - Math.log(inProcess[i]!))).toBeLessThan(1e-4);
      }
    },
  );

  it("says what it cannot decide, once", async () => {
    const options = Array.from({ length: 27 }, (_, i) => ({ id: `c${i}`, description: `${i}` }));
    const provider = systemOne({ model: "m", baseURL });
    const question = { ...decision, options };
    await expect(
      provider.complete({ prompt: state, sample: 0, decision: question }),
    ).rejects.toMatchObject({
      kind: "request",
      retryable: false,
      message: expect.stringContaining("26 letters") as string,
    });
  });

  it("answers statements, in both orders where it is asked to", async () => {
    const answerOf = async (address: string) => {
      const provider = sglangDecisions({ model: "m", baseURL: address });
      const question = { instructions: "There was a girl." };
      const reply = await provider.complete({ prompt: state, sample: 0, decision: question });
      return JSON.parse(reply.text) as DecisionAnswer;
    };
    const [one, two] = [await answerOf(baseURL), await answerOf(baseUrlOfBothOrders)];
    expect(one.probability).toBeGreaterThan(0);
    expect(one.probability).not.toBe(two.probability);
    expect(one.labelMass).toBeLessThan(1);
  });
});
