import { describe, expect, it } from "vitest";
import { fingerprintTable } from "../store/fingerprint-table.ts";
import type { StoreEntry } from "../store/store.ts";
import { priceOf } from "./prices.ts";
import { costText, spending, spentOn, totals } from "./spending.ts";
import type { JournalRecord } from "../journal/journal-record.ts";
import { entry as storeEntry } from "../testing/entry.test.support.ts";

const [ours, theirs] = ["0", "1"].map((digit) => digit.repeat(64)) as [string, string];

function entry(
  name: string,
  model: string,
  tokens: number | undefined,
  more: Partial<StoreEntry> = {},
): StoreEntry {
  const usage =
    tokens === undefined ? {} : { usage: { inputTokens: tokens, outputTokens: tokens } };
  return {
    key: ours,
    provider: name,
    model,
    settings: {},
    sample: 0,
    prompt: "p",
    reply: { text: "t", stop: "end", ...usage },
    ...more,
  };
}

/** What the replies under our key cost. */
async function costOf(entries: readonly StoreEntry[], models: readonly string[], prices = {}) {
  const keys = fingerprintTable();
  keys.add(ours, 1);
  const named = models.map((one) => {
    const [name = "", model = ""] = one.split(" ");
    return { name, model };
  });
  return spending({ entries: () => entries }, [keys], { models: named, prices });
}

describe("what the server states itself", () => {
  const stating = (statedUsd: number | undefined): StoreEntry => {
    const usage = { inputTokens: 1000, outputTokens: 10, ...(statedUsd && { statedUsd }) };
    return entry("openai", "m", 1, { reply: { text: "t", stop: "end", usage } });
  };

  it("stands beside our own sum, where it states the cost of each reply", async () => {
    const prices = { priceIn: 10, priceOut: 100 };
    const { cost } = await costOf([stating(0.25), stating(0.5)], ["openai m"], prices);
    expect(cost.statedUsd).toBe(0.75);
    expect(costText(cost)).toMatch(/\. Their server itself states \$0\.75 for them\.$/);
    const some = await costOf([stating(0.25), stating(undefined)], ["openai m"], prices);
    expect(some.cost).not.toHaveProperty("statedUsd");
    const unknown = await costOf([stating(0.25)], ["openai m"]);
    expect(costText(unknown.cost)).toContain("unknown");
    expect(costText(unknown.cost)).toMatch(/Their server itself states \$0\.25 for them\.$/);
  });
});

describe("spending", () => {
  it("sums what each reply cost at the user's prices, every attempt, and counts those without tokens", async () => {
    const entries = [1000, 3000, undefined].map((tokens) => entry("openai", "m", tokens));
    const { cost, totals } = await costOf(entries, ["openai m", "openai m"], {
      priceIn: 10,
      priceOut: 100,
    });
    expect(cost.usd).toBeCloseTo(0.44, 12);
    expect(cost).toMatchObject({
      models: [{ model: "m", price: "given prices" }],
      withoutUsage: 1,
    });
    expect(totals).toMatchObject({ replies: 3, requests: 1, inputTokens: 4000, withoutUsage: 1 });
  });

  it("counts a batch's reply at its price, and beside the result's cost all that the store holds of the model", async () => {
    const { reply } = entry("openai", "m", 1000);
    const entries = [
      entry("openai", "m", 0, { reply: { ...reply, batch: true } }),
      entry("openai", "m", 1000, { key: theirs }),
      entry("openai", "other", 1000, { key: theirs }),
    ];
    const { cost, totals } = await costOf(entries, ["openai m"], { priceIn: 10, priceOut: 100 });
    expect(cost.usd).toBeCloseTo(0.055, 12);
    expect(cost.storeUsd).toBeCloseTo(0.165, 12);
    expect(totals.replies).toBe(1);
    expect(costText(cost)).toBe(
      "The replies used here cost $0.06 (given prices); all replies of the model m in the store cost $0.17.",
    );
  });

  it("counts a call that was charged and left nothing as the most that it may have cost, and says so", async () => {
    const settings = { max_tokens: 1000 };
    const reply = {
      text: "",
      stop: "failed",
      failure: { kind: "timeout", message: "late" },
    } as const;
    const lost = entry("openai", "m", 0, {
      charge: true,
      settings,
      prompt: "x".repeat(900),
      reply,
    });
    const prices = { priceIn: 10, priceOut: 100 };
    const { cost, totals } = await costOf([entry("openai", "m", 1000), lost], ["openai m"], prices);
    // 900 bytes and 100 around them in, 1,000 out.
    expect(cost.chargesUsd).toBeCloseTo(0.11, 12);
    expect(cost).toMatchObject({ charges: 1, withoutUsage: 0 });
    expect(cost.storeUsd - cost.usd).toBeCloseTo(0.11, 12);
    expect(totals).toMatchObject({ replies: 1, requests: 1 });
    expect(costText(cost)).toContain(", up to $0.11 of it for 1 call that left no reply.");
    expect(costText({ ...cost, chargesUsd: 0 })).not.toContain("left no reply");
  });

  it("counts a call that was under way when its run was killed as the mean of the others, a failed request as nothing", async () => {
    const failure = { kind: "killed", message: "killed" };
    const killed = {
      charge: true,
      prompt: "",
      reply: { text: "", stop: "failed", failure },
    } as const;
    const refused = {
      reply: { text: "", stop: "failed", failure: { kind: "request", message: "no" } },
    } as const;
    const entries = [
      entry("openai", "m", 1000),
      entry("openai", "m", 3000),
      entry("openai", "m", 0, killed),
      entry("openai", "m", 0, refused),
    ];
    const price = await priceOf({ provider: "openai", model: "m", priceIn: 1000, priceOut: 0 });
    const spent = await spentOn({ name: "openai", model: "m" }, price!, { entries: () => entries });
    expect(spent).toBeCloseTo(1 + 3 + 2, 9);
  });

  it("says of a model whose price nobody knows that it is unknown, not nothing", async () => {
    const models = ["openai-compatible local", "simulated truthful"];
    const { cost } = await costOf([entry("openai-compatible", "local", 5)], models);
    expect(cost.models).toEqual([
      {
        provider: "openai-compatible",
        model: "local",
        usd: null,
        price: "unknown: give `priceIn` and `priceOut`",
      },
      { provider: "simulated", model: "truthful", usd: 0, price: "simulated" },
    ]);
    expect(costText(cost)).toBe("What that cost is unknown: give `priceIn` and `priceOut`.");
  });
});

const at = "2026-11-20T12:00:00.000Z";
const record = (prompt: string, reply: Partial<JournalRecord["reply"]> = {}): JournalRecord => {
  const made = storeEntry(prompt);
  return { v: 2, kind: "reply", ...made, reply: { ...made.reply, ...reply }, at };
};

describe("totals", () => {
  it("counts every reply, also those of one request asked twice", () => {
    const { usage: _, ...withoutUsage } = record("c", { stop: "refusal" }).reply;
    const records = [
      record("a"),
      record("b", { stop: "length", usage: { inputTokens: 10, outputTokens: 20 } }),
      record("a"),
      { ...record("c"), reply: withoutUsage },
    ];
    expect(totals(records)).toEqual({
      replies: 4,
      requests: 3,
      stops: { end: 2, length: 1, refusal: 1, other: 0, failed: 0 },
      inputTokens: 16,
      outputTokens: 30,
      withoutUsage: 1,
    });
  });

  it("is zero for an empty journal", () => {
    expect(totals([])).toMatchObject({ replies: 0, requests: 0, inputTokens: 0 });
  });
});
