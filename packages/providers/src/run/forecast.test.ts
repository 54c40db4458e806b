import { join } from "node:path";
import type { Provider, Question, Template } from "@promptnce/core";
import { expect, it } from "vitest";
import type { OwnPrices } from "../cost/prices.ts";
import { repliesAt } from "../journal/read-journal.ts";
import { cached } from "../store/cached.ts";
import { newFolder } from "@promptnce/testing/new-folder";
import { type BeforeAskingOptions, insteadOfAsking } from "./before-asking.ts";
import { forecast, planned } from "./forecast.ts";
import { openStore } from "../journal/open-store.ts";

const template: Template = { id: "t", version: 1, render: () => "", parse: () => ({ ok: false, reason: "" }) };
const about = { task: "t", sample: 0, x: { a: "b" }, y: "c" } as const;

it("expects a line a candidate, a number with a note, and nothing of a text that is scored", () => {
  const expected = (question: Question): number => planned(question, () => template).expectedOutputTokens;
  const candidates = ["c", "d", "e"];
  expect(expected({ ...about, kind: "open", candidates })).toBe(45);
  expect(expected({ ...about, kind: "conditional" })).toBe(40);
  expect(expected({ ...about, kind: "likelihood", scoring: "turn" } as never)).toBe(0);
});

const provider: Provider = {
  name: "vendor",
  model: "m",
  settings: {},
  complete: async () => ({ text: "1", stop: "end" }),
};
const given = { confirmAbove: 1 } as const;
const requests = ["one prompt", "two prompts"].map((prompt) => ({
  request: { prompt, sample: 0 },
  expectedOutputTokens: 10,
}));
const prices = { priceIn: 1000, priceOut: 1000 };

/** What a run of these requests with these options does before it asks; nobody is at a terminal. */
function begin(of: Provider, { store, ...options }: BeforeAskingOptions & OwnPrices & { readonly store: string }) {
  const forecasts = async () => [
    await forecast([{ provider: of, requests }], { ...options, replies: repliesAt(store) }),
  ];
  return insteadOfAsking(forecasts, options, undefined);
}

const newStore = (): string => join(newFolder(), "replies.jsonl");

it("a dry run ends with what it would ask and cost, and that nothing was sent", async () => {
  const text = await begin(provider, { ...given, ...prices, dryRun: true, store: newStore() });
  expect(text).toMatch(/^m \(vendor\)\n {2}questions +2, of which the store answers 0\n/);
  // Six tokens in, of four characters each, and 20 out, at a thousand dollars a million.
  expect(text).toMatch(/cost +\$0\.03\n/);
  expect(text).toMatch(/\nNothing was sent\.\n$/);
});

it("a run goes on where it costs little", async () => {
  expect(await begin(provider, { ...given, priceIn: 1, priceOut: 1, store: newStore() })).toBeUndefined();
});

it("a run that costs much or an unknown sum goes on with --yes, and is refused where nobody can be asked", async () => {
  const store = newStore();
  const costly = { ...given, ...prices, confirmAbove: 0.001, store };
  await expect(begin(provider, costly)).rejects.toThrow("--yes");
  await expect(begin(provider, { ...given, store })).rejects.toThrow("--yes");
  expect(await begin(provider, { ...costly, yes: true })).toBeUndefined();
});

it("in batches it is their price that is asked about, half of the other", async () => {
  const vendor: Provider = { ...provider, name: "openai" };
  // $0.026 singly, or $0.013.
  const costly = { ...given, ...prices, confirmAbove: 0.02, store: newStore() };
  await expect(begin(vendor, costly)).rejects.toThrow("about $0.03");
  expect(await begin(vendor, { ...costly, batch: true })).toBeUndefined();
  const text = await begin(vendor, { ...costly, dryRun: true });
  expect(text).toMatch(/with --batch +\$0\.01, \$0\.01 less, within a day\n/);
});

it("what the store holds costs nothing again", async () => {
  const store = newStore();
  {
    using journal = openStore(store, () => {});
    for (const { request } of requests) await cached(provider, journal).complete(request);
  }
  const costly = { ...given, ...prices, confirmAbove: 0.001, store };
  expect(await begin(provider, costly)).toBeUndefined();
});
