import { describe, expect, it } from "vitest";
import type { ProviderIdentity } from "@promptnce/providers";
import { estimateText } from "../money/run-estimate.ts";
import { requestKey } from "../store/request-key.ts";
import type { StoreEntry } from "../store/store.ts";
import { forecast, type ForecastOptions } from "./forecast.ts";

// A model that does not think, asked for a reply of 4,000 tokens at most.
const vendor = {
  name: "anthropic",
  model: "any",
  settings: { max_tokens: 4000, thinking: { type: "disabled" } },
};
const ask = (sample: number) => ({
  request: { prompt: "x".repeat(400), sample },
  expectedOutputTokens: 50,
});
const prices = { priceIn: 3, priceOut: 15 };

/** What so many questions take, of which the store has those of these samples. */
async function forecastOf(
  count: number,
  {
    stored = [],
    provider = vendor,
    ...options
  }: Partial<ForecastOptions> & { stored?: number[]; provider?: ProviderIdentity },
) {
  const entries = stored.map((sample): StoreEntry => {
    const { name, model, settings } = provider;
    const asked = { provider: name, model, settings, ...ask(sample).request };
    return { ...asked, key: requestKey(asked), reply: { text: "1", stop: "end" } };
  });
  const requests = Array.from({ length: count }, (_, sample) => ask(sample));
  return forecast([{ provider, requests }], { replies: { entries: () => entries }, ...options });
}
const estimateOf = async (...given: Parameters<typeof forecastOf>) =>
  (await forecastOf(...given)).estimate;
/** Three questions, of which the store has one. */
const three = (options: Parameters<typeof forecastOf>[1]) =>
  estimateOf(3, { stored: [1], ...options });

describe("what a run will take", () => {
  it("counts what the store answers apart and pays nothing for it", async () => {
    expect(await three(prices)).toEqual({
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

  it("has each question's own limit for the most", async () => {
    const settings = { max_tokens: { reasoning: 8000 }, thinking: { type: "disabled" } };
    const provider = { ...vendor, settings };
    const estimate = await estimateOf(3, { stored: [1], provider });
    expect(estimate).toMatchObject({ questions: 3, stored: 1, most: { outputTokens: 24_192 } });
  });

  it("gives no cost, and not nothing, where the price is unknown", async () => {
    const estimate = await three({ provider: { ...vendor, name: "openai-compatible" } });
    expect(estimate).not.toHaveProperty("cost");
    expect(estimate).not.toHaveProperty("batchCost");
    expect(estimate.inputTokens).toBe(200);
    expect(estimate.most).toEqual({ inputTokens: 1000, outputTokens: 8000 });
  });

  it("pays nothing where the store answers all, whatever the price", async () => {
    const provider = { ...vendor, name: "openai-compatible" };
    expect((await three({ provider, stored: [0, 1, 2] })).cost).toBe(0);
  });

  it("gives no price of a batch where the provider has none", async () => {
    const estimate = await three({
      provider: { ...vendor, name: "llama" },
      priceIn: 1,
      priceOut: 1,
    });
    expect(estimate.cost).toBeCloseTo(300 / 1e6, 15);
    expect(estimate).not.toHaveProperty("batchCost");
  });

  it("expects one state for each call where questions share calls, and allows one for each question", async () => {
    const state = "x".repeat(400);
    const decision = { instructions: "y" };
    const question = JSON.stringify(decision).length / 4;
    const requests = [0, 0, 0, 0, 1].map((sample, i) => ({
      request: { prompt: state, sample, decision: { instructions: `${i}` } },
      expectedOutputTokens: 0,
    }));
    const asked = async (several = {}) => {
      const provider = { name: "systemone", model: "m", settings: {}, ...several };
      const options = { replies: { entries: () => [] }, rpm: 60 };
      return (await forecast([{ provider, requests }], options)).estimate;
    };
    const [alone, three] = [await asked(), await asked({ questionsPerRequest: 3 })];
    expect(alone.inputTokens).toBe(5 * (100 + question));
    // Three calls: samples do not go together, and the fourth question of a sample opens another.
    expect(three.inputTokens).toBe(3 * 100 + 5 * question);
    expect([alone, three].map(({ leastTime }) => leastTime?.seconds)).toEqual([5, 3]);
    expect(three.most).toEqual(alone.most);
  });

  it("says that the count is exact where the vocabulary is the model's own", async () => {
    expect((await three({ provider: { ...vendor, name: "openai", model: "gpt-4o" } })).exact).toBe(
      true,
    );
  });

  it.each([
    [{ rpm: 60 }, { seconds: 2, limit: "rpm", perMinute: 60 }],
    [{ tpm: 600 }, { seconds: 30, limit: "tpm", perMinute: 600 }],
    [
      { rpm: 60, tpm: 600 },
      { seconds: 30, limit: "tpm", perMinute: 600 },
    ],
    [{}, undefined],
  ])("takes the time of the narrower of the limits %j", async (limits, leastTime) => {
    expect((await three(limits)).leastTime).toEqual(leastTime);
  });

  it("takes nothing for no questions", async () => {
    const none = await estimateOf(0, { ...prices, rpm: 1 });
    expect(none).toMatchObject({ questions: 0, cost: 0, batchCost: 0, leastTime: { seconds: 0 } });
  });
});

describe("estimateText", () => {
  it("shows what is expected and the most, of tokens, of money and of a batch", async () => {
    expect(estimateText(await forecastOf(1000, prices))).toBe(`any (anthropic)
  questions        1,000, of which the store answers 0
  input tokens     100,000 (estimated, four characters a token)
  output tokens    50,000 expected, thinking included; 4,000,000 at most, which \`maxTokens\` lowers
  cost             $1.05 expected, $61.50 at most
  with \`batch\`     $0.52 expected, $30.75 at most, within a day
  least time       unknown: give \`rpm\` or \`tpm\`, the limits of your account
`);
  });

  it.each([
    [{ rpm: 600 }, "2 minutes at 600 requests a minute, as `rpm` says"],
    [{ rpm: 1000 }, "1 minute at 1,000 requests a minute, as `rpm` says"],
    [{ rpm: 5 }, "3.3 hours at 5 requests a minute, as `rpm` says"],
    [{ rpm: 600, tpm: 1500 }, "100 minutes at 1,500 tokens a minute, as `tpm` says"],
  ])("names the limit that the least time follows from: %j", async (limits, line) => {
    const text = estimateText(await forecastOf(1000, { ...prices, ...limits }));
    expect(text).toContain(`  least time       ${line}\n`);
  });

  it("says no time where nothing is left to ask, or asking costs nothing", async () => {
    const free = await forecastOf(2, { priceIn: 0, priceOut: 0 });
    const over = await forecastOf(2, { ...prices, stored: [0, 1] });
    expect([free, over].map((one) => estimateText(one)).join("")).not.toContain("least time");
  });

  it("says where a budget may end the run", async () => {
    const text = async (budget: number) =>
      estimateText(await forecastOf(1000, { ...prices, budget }));
    expect(await text(2)).toContain(
      "  budget           $2.00 left of it: the run may end before all is asked\n",
    );
    expect(await text(62)).not.toContain("budget");
  });
});
