import type { Provider, Reply, Request } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { ProviderError } from "@promptnce/core/errors";
import { scoredExample } from "./before-asking.ts";

const spoken: Request = { prompt: "Say it.", sample: 0 };
const scored: Request = {
  prompt: "x",
  sample: 0,
  continuation: { text: "y", template: "chat", span: "content" },
};
const unreadable = () => undefined;

function asks(
  complete: (request: Request) => Promise<Reply>,
  { name = "llama", scores = true } = {},
) {
  const provider: Provider = { name, model: "m", settings: {}, scores, complete };
  return [
    {
      provider,
      requests: [spoken, scored].map((request) => ({
        request,
        expectedOutputTokens: 1,
        unreadable,
      })),
    },
  ];
}

describe("the example of a text that is scored", () => {
  it("is the first that a model is to score, asked for once and shown as it read it", async () => {
    const asked: Request[] = [];
    const complete = (request: Request): Promise<Reply> => {
      asked.push(request);
      return Promise.resolve({ text: "scores", stop: "end" });
    };
    expect(await scoredExample(asks(complete), (reply) => `<${reply}>`)).toContain(
      "as the model reads it:\n<scores>\n",
    );
    expect(asked).toEqual([scored]);
  });

  it.each([
    ["nothing of the simulated respondent", { name: "simulated" }],
    ["nothing of a model that scores nothing", { scores: false }],
  ])("is %s, which is not asked", async (_, options) => {
    const complete = () => Promise.reject(new Error("was asked"));
    expect(await scoredExample(asks(complete, options), String)).toBe("");
  });

  it("is the reason where none can be had, as of a server that is down", async () => {
    const complete = () =>
      Promise.reject(new ProviderError("nobody listens", { kind: "connection", retryable: true }));
    expect(await scoredExample(asks(complete), String)).toBe(
      "No text could be scored to show one: nobody listens\n",
    );
  });
});
