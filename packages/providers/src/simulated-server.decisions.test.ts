import {
  type DecisionAnswer,
  type Decision,
  isSimulatedReply,
  type Provider,
} from "@promptnce/core";
import {
  simulatedServer,
  type SimulatedServer,
  type SimulatedServerOptions,
} from "@promptnce/rehearsal/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { openaiDecisions, sglangDecisions, systemOne } from "./decisions.ts";

const wires = { openaiDecisions, systemOne, sglangDecisions };

const choice: Decision = {
  instructions: "Which?",
  options: ["A", "B", "C"].map((description, i) => ({ id: `c${i + 1}`, description })),
};
const predicate: Decision = { instructions: "It is A." };

/** A respondent of two decimals, whose masses sum to 0.99. */
const respondent: Provider = {
  name: "ours",
  model: "ours",
  settings: {},
  complete: async ({ decision }) => {
    const thirds = decision?.options?.map(({ id }, i) => ({
      id,
      probability: i === 0 ? 0.35 : 0.32,
    }));
    const decided: DecisionAnswer = thirds ? { probabilities: thirds } : { probability: 0.07 };
    return { text: JSON.stringify(decided), stop: "end" };
  },
};

async function served(options: Partial<SimulatedServerOptions>): Promise<SimulatedServer> {
  const server = await simulatedServer({ respondent, ...options });
  onTestFinished(() => server.close());
  return server;
}

describe.each(Object.entries(wires))("the simulated server, as %s speaks", (_, adapter) => {
  /** A provider of a server with a fault that each request meets. */
  async function meeting(faults: SimulatedServerOptions["faults"] = {}) {
    const server = await served({ faults });
    const provider = adapter({ model: "m", baseURL: server.openaiUrl, questionsPerRequest: 4 });
    return {
      server,
      ask: (decision: Decision) => provider.complete({ prompt: "state", sample: 0, decision }),
      provider,
    };
  }

  it("passes a respondent's decisions on, rounded as they are, and marks them as simulated", async () => {
    const { ask, server } = await meeting();
    const reply = await ask(choice);
    const { probabilities = [] } = JSON.parse(reply.text) as DecisionAnswer;
    expect(probabilities.map(({ probability }) => probability)).toEqual([0.35, 0.32, 0.32]);
    expect(JSON.parse((await ask(predicate)).text)).toMatchObject({ probability: 0.07 });
    expect(isSimulatedReply(reply)).toBe(true);
    expect(reply.usage).toMatchObject({ outputTokens: 0 });
    expect(server.stats()).toMatchObject({ requests: 2, prompts: 2, outcomes: { ok: 2 } });
  });

  it("answers several questions of a request, and refuses one of them", async () => {
    const { provider } = await meeting({ refusal: 1 });
    const all = { prompt: "state", sample: 0, decision: choice, beside: [predicate, choice] };
    const { beside = [], ...own } = await provider.complete(all);
    expect(own.stop).not.toBe("end");
    expect(beside.map(({ stop }) => stop)).toEqual(["end", "end"]);
    expect(await (await meeting({ refusal: 1 })).ask(choice)).toMatchObject({ stop: "refusal" });
  });

  it("can name a choice that is not the most probable option", async () => {
    const { ask } = await meeting({ "odd-choice": 1 });
    expect(JSON.parse((await ask(choice)).text)).toMatchObject({ choice: "c3" });
  });

  it("can put a boolean beside the options", async () => {
    const { ask } = await meeting({ booleans: 1 });
    const { probabilities = [] } = JSON.parse((await ask(choice)).text) as DecisionAnswer;
    expect(probabilities).toHaveLength(4);
    expect(probabilities[3]?.id).not.toMatch(/^c\d/);
  });

  it.each([
    ["429", { kind: "rate-limit", retryable: true }],
    ["500", { kind: "server", retryable: true }],
    ["529", { kind: "server", retryable: true }],
    ["cut", { kind: "cut" }],
    ["drop", { kind: "connection" }],
    ["garbled", { kind: "response" }],
    ["malformed", { kind: "response" }],
    ["content-filter", { kind: "request" }],
  ])("can fail with %s", async (fault, error) => {
    const { ask } = await meeting({ [fault]: 1 });
    await expect(ask(choice)).rejects.toMatchObject(error);
  });
});

it("says which part of a question is wrong", async () => {
  const server = await served({});
  const post = async (path: string, body: unknown) => {
    const response = await fetch(`${server.openaiUrl}${path}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    return [response.status, await response.text()];
  };
  const wrong = (message: string) => [400, expect.stringContaining(message) as string];
  const asked = { model: "m", input: "s", questions: [{ type: "choice", instructions: "Which?" }] };
  expect(await post("/decisions", asked)).toEqual(wrong("questions.0.choices: must be a list"));
  expect(await post("/systemone", { model: "m" })).toEqual(wrong("state: must be a text"));
  expect(await post("/systemone", { model: "m", state: "s", questions: {} })).toEqual(
    wrong("questions: must be a map"),
  );
});
