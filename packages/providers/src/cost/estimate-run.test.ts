import { describe, expect, it } from "vitest";
import { estimateRun, estimateText } from "./estimate-run.ts";
import { priceOf } from "./prices.ts";
import { tokenCounter } from "./tokens.ts";

const most = { inputTokens: 500, outputTokens: 4000 };
const question = { request: { prompt: "x".repeat(400), sample: 0 }, expectedOutputTokens: 50, most };
const questions = [question, { ...question, stored: true }, question];
const tokens = await tokenCounter("anthropic", "any");
const price = await priceOf({ provider: "anthropic", model: "any", priceIn: 3, priceOut: 15 });

describe("estimateRun", () => {
  it("counts what the store answers apart and pays nothing for it", async () => {
    expect(await estimateRun({ questions, tokens, price })).toEqual({
      questions: 3,
      stored: 1,
      inputTokens: 200,
      outputTokens: 100,
      exact: false,
      cost: expect.closeTo((200 * 3 + 100 * 15) / 1e6, 15) as number,
      batchCost: expect.closeTo((200 * 3 + 100 * 15) / 2e6, 15) as number,
      most: {
        inputTokens: 1000,
        outputTokens: 8000,
        cost: expect.closeTo((1000 * 3 + 8000 * 15) / 1e6, 15) as number,
        batchCost: expect.closeTo((1000 * 3 + 8000 * 15) / 2e6, 15) as number,
      },
    });
  });

  it("gives no cost, and not nothing, where the price is unknown", async () => {
    const estimate = await estimateRun({ questions, tokens, price: undefined });
    expect(estimate).not.toHaveProperty("cost");
    expect(estimate).not.toHaveProperty("batchCost");
    expect(estimate.inputTokens).toBe(200);
    expect(estimate.most).toEqual({ inputTokens: 1000, outputTokens: 8000 });
  });

  it("pays nothing where the store answers all, whatever the price", async () => {
    const stored = questions.map((one) => ({ ...one, stored: true }));
    expect((await estimateRun({ questions: stored, tokens, price: undefined })).cost).toBe(0);
  });

  it("gives no price of a batch where the provider has none", async () => {
    const local = await priceOf({ provider: "llama", model: "m", priceIn: 1, priceOut: 1 });
    const estimate = await estimateRun({ questions, tokens, price: local });
    expect(estimate.cost).toBeCloseTo(300 / 1e6, 15);
    expect(estimate).not.toHaveProperty("batchCost");
  });

  it("says that the count is exact where the vocabulary is the model's own", async () => {
    const own = await tokenCounter("openai", "gpt-4o");
    expect((await estimateRun({ questions, tokens: own })).exact).toBe(true);
  });

  it.each([
    [{ rpm: 60 }, 2],
    [{ tpm: 600 }, 30],
    [{ rpm: 60, tpm: 600 }, 30],
    [{}, undefined],
  ])("takes the time of the narrowest of the limits %j", async (limits, seconds) => {
    expect((await estimateRun({ questions, tokens, limits })).seconds).toBe(seconds);
  });

  it("takes nothing for no questions", async () => {
    const none = await estimateRun({ questions: [], tokens, price, limits: { rpm: 1 } });
    expect(none).toMatchObject({ questions: 0, cost: 0, batchCost: 0, seconds: 0 });
  });
});

describe("estimateText", () => {
  it("shows what is expected and the most, of tokens, of money and of a batch", async () => {
    const estimate = await estimateRun({ questions: Array(1000).fill(question), tokens, price });
    expect(estimateText({ name: "anthropic", model: "any", estimate })).toBe(`any (anthropic)
  questions        1,000, of which the store answers 0
  input tokens     100,000 (estimated, four characters a token)
  output tokens    50,000 expected, thinking included; 4,000,000 at most, which --max-tokens lowers
  cost             $1.05 expected, $61.50 at most
  with --batch     $0.52 expected, $30.75 at most, within a day
`);
  });

  it("says where a budget may end the run", async () => {
    const estimate = await estimateRun({ questions: Array(1000).fill(question), tokens, price });
    const text = (left: number): string => estimateText({ name: "anthropic", model: "any", estimate, left });
    expect(text(2)).toContain("  budget           $2.00 left of it: the run may end before all is asked\n");
    expect(text(62)).not.toContain("budget");
  });
});
