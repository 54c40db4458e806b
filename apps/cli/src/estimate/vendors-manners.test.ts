import { readFileSync } from "node:fs";
import { readJournal } from "@promptnce/engine/journal";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { promptnce } from "../promptnce.test.support.ts";
import { type Alter, alteredServer, Refusal } from "./altered-server.test.support.ts";
import { servedEstimate } from "./served-estimate.test.support.ts";

const prices = ["--price-in", "1", "--price-out", "10", "--max-tokens", "60", "--yes"];

/** A run whose server answers as some vendor does. */
async function altered(alter: Alter, rows?: number) {
  const served = await servedEstimate({}, "openai", rows);
  const server = await alteredServer(served.server.url, alter);
  const args = served.args.map((arg) => (arg.startsWith("http://") ? `${server.url}/v1` : arg));
  return { ...served, args, server };
}

/** Of the times to wait between two attempts the shortest. */
function impatient(): void {
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
}

/** Of the store, without what was charged and left nothing. */
const repliesIn = (out: string) =>
  [...readJournal(`${out}.replies.jsonl`)].filter(({ charge }) => charge !== true);

const rowsIn = (path: string): string[] => readFileSync(path, "utf8").trim().split("\n").slice(1);

describe("promptnce estimate when reasoning tokens are counted beside the output, as by xAI", () => {
  /**
   * 1,250 tokens are reasoned: $0.0125 a call, of which the counts of the parts tell less than
   * $0.001.
   */
  const reasoning: Alter = ({ usage, ...completion }) => ({
    ...completion,
    usage: {
      ...usage,
      completion_tokens_details: { reasoning_tokens: 1250 },
      total_tokens: Number(usage["prompt_tokens"]) + Number(usage["completion_tokens"]) + 1250,
    },
  });

  it("stops before it exceeds its budget, by what was actually paid", async () => {
    const { args, server } = await altered(reasoning);
    const { status, stderr } = await promptnce([...args, ...prices, "--budget", "0.1"]);
    expect(status).not.toBe(0);
    expect(stderr).toContain("The budget of $0.10 would be exceeded");
    expect(server.requests()).toBeLessThanOrEqual(7);
    expect(server.requests()).toBeGreaterThan(4);
  });

  it("says how much was paid", async () => {
    const { args, server, out } = await altered(reasoning, 12);
    const { status, stderr } = await promptnce([...args, ...prices]);
    expect(status).toBe(0);
    const [, usd = ""] = /used here cost \$(\d+\.\d+)/.exec(stderr) ?? [];
    expect(Number(usd)).toBeGreaterThan(0.0125 * server.requests());
    expect(Number(usd)).toBeLessThan(0.015 * server.requests());
    const [first] = readJournal(`${out}.replies.jsonl`);
    expect(first?.reply.usage?.outputTokens).toBeGreaterThan(1250);
  });
});

describe("promptnce estimate when a response with status 200 holds an error", () => {
  const failing: Alter = (completion, { number }) => {
    const [choice] = completion.choices;
    if (number % 2 === 0) return completion;
    const error = { code: 502, message: "Provider returned error" };
    const message = { content: "" };
    return { ...completion, choices: [{ ...choice, message, finish_reason: "error", error }] };
  };

  it("asks again and does not store the error as a reply", async () => {
    impatient();
    const { args, out } = await altered(failing, 12);
    const { status, stderr } = await promptnce([...args, ...prices]);
    expect([status, stderr]).toEqual([0, expect.not.stringContaining("cannot be read")]);
    expect(rowsIn(out).every((row) => row.includes(",ok,"))).toBe(true);
    const texts = repliesIn(out).map(({ reply }) => reply.text);
    expect(texts).toHaveLength(15);
    expect(texts).not.toContain("");
  });

  it("ends with the vendor's words if all attempts fail, and stores no failure", async () => {
    impatient();
    const { args, out } = await altered(
      ({ choices, ...completion }) => ({
        ...completion,
        choices: [{ ...choices[0], finish_reason: "insufficient_system_resource" }],
      }),
      12,
    );
    const { status, stderr } = await promptnce([...args, ...prices]);
    expect(status).not.toBe(0);
    expect(stderr).toContain("with status 200: insufficient_system_resource");
    expect(repliesIn(out)).toEqual([]);
  });
});

describe("promptnce estimate when replies are empty", () => {
  const silent =
    (finish_reason: string): Alter =>
    (completion) => ({
      ...completion,
      choices: [{ message: { content: "" }, finish_reason }],
      usage: {
        prompt_tokens: 100,
        completion_tokens: 60,
        completion_tokens_details: { reasoning_tokens: 60 },
      },
    });

  it.each(["length", "stop"])(
    "stops early if all tokens went into reasoning (%s), and suggests the limit and the effort",
    async (finish_reason) => {
      const { args } = await altered(silent(finish_reason));
      const { status, stderr } = await promptnce([...args, ...prices]);
      expect(status).toBe(5);
      expect(stderr).toContain("it is empty, because all of its tokens went into reasoning");
      expect(stderr).toContain("allow longer replies with --max-tokens, or give a lower --effort");
    },
  );

  it("says so also for a run with few questions", async () => {
    const { args } = await altered(silent("length"), 4);
    const { status, stderr } = await promptnce([...args, ...prices]);
    expect(status).toBe(5);
    expect(stderr).toContain(
      "The first: the reply is empty, since all of its 60 tokens went into reasoning. What to try: allow longer replies with --max-tokens, or give a lower --effort: every question is then asked anew.",
    );
  });

  it("counts an answer without a choice as a refusal where it says that the prompt was blocked", async () => {
    const promptFeedback = { blockReason: "PROHIBITED_CONTENT" };
    const blocked = (completion: object) => ({ ...completion, choices: [], promptFeedback });
    const { args } = await altered(blocked, 4);
    const { stderr } = await promptnce([...args, ...prices]);
    expect(stderr).toContain("The first: the model refused to answer");
  });
});

describe("promptnce estimate --read-from tokens", () => {
  const tokens = ["--read-from", "tokens", "--k", "2", "--yes"];

  it("stops if the model thinks before it answers, and shows what it writes instead", async () => {
    const { args, server } = await altered(({ choices, ...completion }) => {
      const top_logprobs = [
        { token: "<think>", logprob: -1e-7 },
        { token: "A", logprob: -16 },
        { token: "B", logprob: -17 },
        { token: "C", logprob: -17 },
      ];
      const logprobs = { content: [{ token: "<think>", logprob: -1e-7, top_logprobs }] };
      return { ...completion, choices: [{ ...choices[0], logprobs }] };
    });
    const { status, stderr } = await promptnce([...args, ...tokens]);
    expect(status).toBe(5);
    expect(stderr).toMatch(
      /of the first \d+ answers of any to words\/\S+ are of little or no use, most often because the options have less than 0\.01 of the next token's mass: the model writes "<think>" instead\./,
    );
    expect(stderr).toContain("What to try: have the model answer at once, without thinking");
    expect(server.requests()).toBeLessThan(60);
  });

  it("requests as many tokens as the server lists, and ignores a token without a number", async () => {
    const most: number[] = [];
    const { args, out } = await altered((completion, { body }) => {
      const asked = Number(body["top_logprobs"]);
      most.push(asked);
      const [first] = completion.choices[0]?.logprobs?.content ?? [];
      first?.top_logprobs.push({ token: "?", logprob: null });
      if (asked <= 5) return completion;
      const message = `Requested sample logprobs of ${asked}, which is greater than max allowed: 5`;
      return new Refusal(400, { error: { message, type: "BadRequestError", code: 400 } });
    }, 12);
    const { status } = await promptnce([...args, ...tokens]);
    expect(status).toBe(0);
    expect(new Set(most)).toEqual(new Set([100, 5]));
    expect(rowsIn(out).every((row) => row.includes(",ok,"))).toBe(true);
  });
});
