import type { DecisionAnswer, Provider } from "@promptnce/core";
import type { MethodId } from "@promptnce/core/methods";
import { readPrompt, taskPromptReader } from "@promptnce/prompts";
import { definePack } from "@promptnce/prompts/packs";
import { openaiDecisions, sglangDecisions, systemOne } from "@promptnce/providers/decisions";
import { decisionServer } from "@promptnce/rehearsal/server";
import { simulated } from "@promptnce/rehearsal";
import { describe, expect, it, onTestFinished } from "vitest";
import { spearman } from "@promptnce/core/correlation";
import { estimator } from "./estimator.ts";

const cues = ["cat", "sun", "sea"];
const words = ["dog", "moon", "OTHER", "1", "__proto__"];
/** P(y|x) of no short decimals; the rest is on words that nobody lists. */
const conditional = ({ cue = "" }: Readonly<Record<string, string>>, y: string): number => {
  const place = words.indexOf(y);
  return place < 0 ? 0 : Math.sqrt(2 + ((3 * place + 7 * cues.indexOf(cue)) % 11)) / 16;
};
const marginal = new Map(
  words.map((y) => [y, cues.reduce((sum, cue) => sum + conditional({ cue }, y), 0) / 3]),
);
const task = {
  name: "said",
  person: "a student",
  sees: "ONE word",
  event: "says the first word that comes to mind",
  label: "word",
  fields: { cue: "WORD" },
} as const;
const examples = ["cat", "sun", "sea", "sky"].map((cue, i) => ({ x: { cue }, y: words[i]! }));
const readTask = taskPromptReader(definePack({ name: "p", version: "1", tasks: [task] }).tasks[0]!);
const truthful = simulated({
  read: (...prompt) => readPrompt(...prompt) ?? readTask(...prompt),
  profile: "truthful",
  seed: "1",
  joint: { name: "toy", marginal, conditional },
});

const wires = { openaiDecisions, systemOne, sglangDecisions };
const two = (p: number): number => Math.round(p * 100) / 100;

/** A model behind a server that answers truthfully, rounded or not. */
async function served(wire: keyof typeof wires, rounded: boolean): Promise<Provider> {
  const server = await decisionServer({
    decide: async (prompt, { decision }) => {
      const { text } = await truthful.complete({ prompt, sample: 0, decision });
      const { probability, probabilities } = JSON.parse(text) as DecisionAnswer;
      const round = rounded ? two : Number;
      if (probabilities === undefined) return { probability: round(probability!) };
      return {
        probabilities: probabilities.map((one) => ({
          ...one,
          probability: round(one.probability),
        })),
      };
    },
  });
  onTestFinished(() => server.close());
  return wires[wire]({ model: "m", baseURL: server.baseURL });
}

const pairs = cues.flatMap((cue) => words.map((y) => [{ cue }, y] as const));
const truth = pairs.map(([x, y]) => Math.log(conditional(x, y) / marginal.get(y)!));
const labels = words;
/** Of the words that are listed alone, as a closed set has them. */
const listed = pairs.map(([x, y]) => {
  const sum = words.reduce((total, word) => total + conditional(x, word), 0);
  return Math.log(conditional(x, y) / sum / marginal.get(y)!);
});
/** Each kind of question: an open set, a closed one, statements about x, alone and beside examples. */
const kinds = [
  ["an open set", "promptnce:ungrounded", truth],
  ["a closed set", "marginalnce:ungrounded", listed],
  ["statements", "direct-split:ungrounded", truth],
  ["a statement beside examples", "direct-split", truth],
] as const;

async function estimates(model: Provider, method: MethodId, more: object = {}) {
  const about = method.includes(":") ? "words" : { ...task, examples };
  const ask = estimator({ task: about, model, method, labels, k: 5, ...more });
  return Promise.all(pairs.map(([x, y]) => ask(x, y)));
}

describe.each(Object.keys(wires) as (keyof typeof wires)[])("%s", (wire) => {
  it.each(kinds)(
    "recovers a truthful respondent exactly by %s (%s), behind a server that does not round",
    async (_, method, expected) => {
      const model = await served(wire, false);
      const found = await estimates(model, method);
      expect(found.map(({ pmi }) => pmi)).toEqual(expected.map((pmi) => expect.closeTo(pmi, 12)));
      const pmis = found.map(({ pmi }) => pmi!);
      expect(spearman(pmis, expected)).toBe(1);
    },
  );

  it("recovers it as far as two decimals allow behind a server that rounds", async () => {
    const model = await served(wire, true);
    const found = await estimates(model, "direct-split:ungrounded");
    for (const [i, { pmi, conditional: p }] of found.entries()) {
      const [x, y] = pairs[i]!;
      const real = conditional(x, y);
      expect(Math.abs(p! - real)).toBeLessThanOrEqual(0.005 + 1e-12);
      const most = Math.log((real + 0.005) / (marginal.get(y)! - 0.005));
      const least = Math.log((real - 0.005) / (marginal.get(y)! + 0.005));
      expect(pmi).toBeGreaterThan(least);
      expect(pmi).toBeLessThan(most);
    }
  });
});

it("asks a closed set, and in any number of orders", async () => {
  const model = await served("systemOne", false);
  const x = { cue: "cat" };
  const ask = estimator({
    task: "words",
    model,
    method: "infonce",
    labels,
    k: 5,
    rotations: 3,
  });
  const found = await ask.rank(x);
  const sum = words.reduce((total, y) => total + conditional(x, y), 0);
  for (const { y, conditional: p } of found) {
    expect(p).toBeCloseTo(conditional(x, y) / sum, 12);
  }
});

it("counts a 0.00 as .005, in the conditional as in the base rate", async () => {
  const server = await decisionServer({ decide: async () => ({ probability: 0 }) });
  onTestFinished(() => server.close());
  const model = systemOne({ model: "m", baseURL: server.baseURL });
  const [found] = await estimates(model, "direct-split:ungrounded");
  expect(found).toMatchObject({ conditional: 0.005, marginal: 0.005, pmi: 0 });
});

it("leaves a refused question without an answer", async () => {
  const server = await decisionServer({
    decide: async (_, { decision }) => (decision.options ? undefined : { probability: 0.5 }),
  });
  onTestFinished(() => server.close());
  const model = systemOne({ model: "m", baseURL: server.baseURL });
  const [found] = await estimates(model, "promptnce:ungrounded");
  expect(found?.pmi).toBeUndefined();
  expect(found?.problem).toBe("the reply is invalid: the model refused to answer");
});

it("is asked in the mode of decisions alone, which other models refuse", async () => {
  const model = systemOne({ model: "m", baseURL: "http://127.0.0.1:1/v1" });
  expect(() => estimator({ task: "words", model, mode: "tokens" })).toThrow(
    "m (systemone-compatible) makes decisions and writes no text; leave the mode out",
  );
  expect(() => estimator({ task: "words", model, method: "direct-pmi" })).toThrow(
    "direct-pmi asks for what no single decision can say",
  );
  expect(() => estimator({ task: "words", model, k: 255 })).toThrow("255 options at most");
  const writing = { ...model, decides: undefined, writes: undefined } as unknown as Provider;
  expect(() => estimator({ task: "words", model: writing, mode: "decisions" })).toThrow(
    "makes no decisions; choose another mode",
  );
});
