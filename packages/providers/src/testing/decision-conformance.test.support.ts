import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { inspect } from "node:util";
import type { DecisionAnswer, Decision, Provider } from "@promptnce/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { decisionServer } from "@promptnce/rehearsal/server";
import type { NamedDecision } from "../decision-wires/decision-wire.ts";
import { ProviderError } from "@promptnce/core/errors";
import type { DecisionOptions } from "../decision-wires/decision-adapter.ts";
import { KEY } from "./faults.test.support.ts";

type Make = (options: DecisionOptions & { readonly baseURL: string }) => Provider;

const choice: Decision = {
  instructions: "Which word?",
  options: ["PUSH", "OTHER", "1", "None of these."].map((description, i) => ({
    id: `c${i + 1}`,
    description,
  })),
};
const predicate: Decision = { instructions: "The word is PUSH." };
const state = "A study.\n\nCUE: “Ünïcode” $&";
const asking = (decision: Decision, sample = 0) => ({ prompt: state, sample, decision });

/** Probabilities of no short decimals, which sum to one. */
const masses = [0.1, 1 / 3, 2 / 7, 1 - 0.1 - 1 / 3 - 2 / 7];

function truthful(_: string, { decision: { options } }: NamedDecision): DecisionAnswer {
  if (options === undefined) return { probability: 1 / 7 };
  const probabilities = options.map(({ id }, i) => ({ id, probability: masses[i] ?? 0 }));
  // Not the most probable one.
  return { probabilities, choice: "c1", confidence: 0.25 };
}

interface Seen {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** A server for the running test, and its provider. */
async function start(
  make: Make,
  {
    decide = truthful,
    intercept,
    ...options
  }: Partial<DecisionOptions> & {
    readonly decide?: typeof truthful | (() => DecisionAnswer | undefined);
    readonly intercept?: (request: IncomingMessage, response: ServerResponse) => boolean;
  } = {},
) {
  const seen: Seen[] = [];
  const server = await decisionServer({
    decide: async (...asked) => decide(...asked),
    intercept(request, response) {
      seen.push({ path: request.url ?? "", headers: request.headers });
      return intercept?.(request, response) ?? false;
    },
  });
  onTestFinished(() => server.close());
  const { baseURL } = server;
  const provider = make({ model: "m", apiKey: KEY, ...options, baseURL });
  return { provider, seen };
}

/** A server that answers everything with this status and body. */
const answering =
  (status: number, body: unknown) => (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json", "retry-after": "7" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
    return true;
  };

const error = (message: string, code: string) => ({ error: { message, type: code, code } });

/** What every adapter of decision models promises, over HTTP. */
export function decisionConformance(
  title: string,
  { path, most, make }: { readonly path: string; readonly most: number; readonly make: Make },
): void {
  describe(`${title}, as an adapter of decision models`, () => {
    it("gives the probabilities of a choice as they came, with the choice and usage without output", async () => {
      const { provider, seen } = await start(make);
      expect(provider.decides).toBe(most);
      const reply = await provider.complete(asking(choice));
      expect(reply).toMatchObject({
        stop: "end",
        usage: { outputTokens: 0 },
        served: { model: "m" },
      });
      const decided = JSON.parse(reply.text) as DecisionAnswer;
      expect(decided).toMatchObject({
        probabilities: masses.map((probability, i) => ({ id: `c${i + 1}`, probability })),
        choice: "c1",
      });
      expect(seen).toMatchObject([{ path, headers: { authorization: `Bearer ${KEY}` } }]);
    });

    it("gives the probability of a predicate", async () => {
      const { provider } = await start(make);
      const { text } = await provider.complete(asking(predicate));
      expect(JSON.parse(text)).toMatchObject({ probability: 1 / 7 });
    });

    it("sends the state, the question and the options in their order", async () => {
      const asked: unknown[] = [];
      const { provider } = await start(make, {
        decide: (shown, question) => {
          asked.push([shown, question.decision]);
          return truthful(shown, question);
        },
      });
      await provider.complete(asking(choice));
      await provider.complete(asking(predicate));
      expect(asked).toEqual([
        [state, choice],
        [state, predicate],
      ]);
    });

    it("takes a refused question for a refusal", async () => {
      const { provider } = await start(make, { decide: () => undefined });
      expect(await provider.complete(asking(choice))).toMatchObject({ stop: "refusal", text: "" });
    });

    it("puts several questions about one state in a request where it may, each with its own reply", async () => {
      const { provider, seen } = await start(make, { questionsPerRequest: 4 });
      expect(provider).toMatchObject({ questionsPerRequest: 4, settings: { questions: 4 } });
      const { beside = [], ...own } = await provider.complete({
        ...asking(predicate),
        beside: [choice, predicate],
      });
      const decided = [own, ...beside].map(({ text }) => JSON.parse(text) as DecisionAnswer);
      expect(decided).toMatchObject([
        { probability: 1 / 7 },
        { choice: "c1", probabilities: [{ id: "c1", probability: 0.1 }, {}, {}, {}] },
        { probability: 1 / 7 },
      ]);
      expect(own.usage).toMatchObject({ outputTokens: 0 });
      expect(beside.map(({ usage, served }) => [usage, served?.model])).toEqual([
        [undefined, "m"],
        [undefined, "m"],
      ]);
      expect(seen).toHaveLength(1);
    });

    it("holds a refused question, and an answer that cannot be read, against itself alone", async () => {
      const answers = [undefined, { probability: "much" as never }, { probability: 0.25 }];
      const decide = () => answers.shift();
      const { provider } = await start(make, { questionsPerRequest: 3, decide });
      const { beside = [], ...own } = await provider.complete({
        ...asking(predicate),
        beside: [predicate, predicate],
      });
      // Where answers have names, a refused one is missing, and is to be asked again alone.
      const refused = expect.stringMatching(/^(refusal|failed)$/) as string;
      expect([own, ...beside].map(({ stop }) => stop)).toEqual([refused, "failed", "end"]);
      expect(JSON.parse(beside[1]!.text)).toMatchObject({ probability: 0.25 });
    });

    it("asks one question a request by default, and takes no number but a whole one from 1", async () => {
      const { provider } = await start(make, { questionsPerRequest: 1 });
      expect(provider.questionsPerRequest).toBeUndefined();
      expect(provider.settings).toEqual({});
      const options = { model: "m", apiKey: KEY, baseURL: "http://127.0.0.1:1/v1" };
      for (const questionsPerRequest of [0, 1.5]) {
        expect(() => make({ ...options, questionsPerRequest })).toThrow("a whole number from 1");
      }
    });

    it("refuses more options than the vendor takes, one alone and other requests before anything is sent", async () => {
      const { provider, seen } = await start(make);
      const options = Array.from({ length: most + 1 }, (_, i) => ({
        id: `c${i}`,
        description: `${i}`,
      }));
      await expect(provider.complete(asking({ ...choice, options }))).rejects.toThrow(
        `The question has ${most + 1} options`,
      );
      const [one] = choice.options!;
      const alone = asking({ ...choice, options: [one!] });
      await expect(provider.complete(alone)).rejects.toThrow("two options at least");
      await expect(provider.complete({ prompt: "p", sample: 0 })).rejects.toThrow(
        "takes decisions and writes no text",
      );
      expect(seen).toEqual([]);
    });

    it.each([
      [400, error("questions: too many", "invalid_request_error"), "request", false],
      [401, error(`wrong key ${KEY}`, "invalid_api_key"), "auth", false],
      [422, { detail: "state: too long" }, "request", false],
      [429, error("slow down", "rate_limit_exceeded"), "rate-limit", true],
      [500, error("broken", "server_error"), "server", true],
      [501, error("this model makes no decisions", "not_implemented"), "model", false],
    ] as const)(
      "turns %i into the vendor's own words, asks once, and shows no key",
      async (status, body, kind, retryable) => {
        const { provider, seen } = await start(make, { intercept: answering(status, body) });
        const caught: unknown = await provider
          .complete(asking(choice))
          .catch((thrown: unknown) => thrown);
        expect(caught).toBeInstanceOf(ProviderError);
        expect(caught).toMatchObject({ kind, retryable, status, mayBeBilled: false });
        const words = "error" in body ? body.error.message : body.detail;
        expect((caught as Error).message).toContain(words.replace(KEY, "[key]"));
        expect(inspect(caught, { showHidden: true })).not.toContain("very-secret");
        expect(seen).toHaveLength(1);
      },
    );

    it("says that a server which knows no decisions may be another", async () => {
      const { provider } = await start(make, {
        intercept: answering(404, { detail: "Not Found" }),
      });
      await expect(provider.complete(asking(choice))).rejects.toThrow(
        /\(404\): Not Found \(Check that the server at this address speaks .+\.\)$/,
      );
    });

    it.each([
      ["a page", "<h1>Welcome</h1>"],
      ["JSON of another shape", { hello: "you" }],
    ])("keeps %s that came with status 200, which may be charged", async (_, body) => {
      const { provider } = await start(make, { intercept: answering(200, body) });
      await expect(provider.complete(asking(choice))).rejects.toMatchObject({
        kind: "response",
        mayBeBilled: true,
        body: expect.stringMatching(/Welcome|hello/) as string,
      });
    });

    it("tells a connection that is cut within a reply from one that is dropped", async () => {
      const cut = await start(make, {
        intercept: (_, response) => {
          response.writeHead(200, { "content-type": "application/json", "content-length": "999" });
          response.write('{"model": ', () => response.destroy());
          return true;
        },
      });
      await expect(cut.provider.complete(asking(choice))).rejects.toMatchObject({ kind: "cut" });
      const dropped = await start(make, {
        intercept: (_, response) => {
          response.destroy();
          return true;
        },
      });
      await expect(dropped.provider.complete(asking(choice))).rejects.toMatchObject({
        kind: "connection",
        retryable: true,
      });
    });

    it("answers many questions at once, each its own", async () => {
      const { provider } = await start(make, {
        decide: (shown) => ({ probability: Number(shown) / 100 }),
      });
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          provider.complete({ prompt: String(i), sample: 0, decision: predicate }),
        ),
      );
      expect(replies.map(({ text }) => (JSON.parse(text) as DecisionAnswer).probability)).toEqual(
        replies.map((_, i) => i / 100),
      );
    });

    it("refuses a setting that it sends itself, or that looks like a secret", () => {
      const options = { model: "m", apiKey: KEY, baseURL: "http://127.0.0.1:1/v1" };
      expect(() => make({ ...options, settings: { questions: [] } })).toThrow("is sent by");
      expect(() => make({ ...options, settings: { api_key: KEY } })).toThrow("like a secret");
    });

    it("sends no key where none is given, not even the environment's", async () => {
      const { provider, seen } = await start(make, { apiKey: undefined });
      await provider.complete(asking(choice));
      expect(seen[0]?.headers.authorization).toBeUndefined();
    });
  });
}
