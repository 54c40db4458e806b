import { join } from "node:path";
import type { Provider } from "@promptnce/core";
import { cached } from "@promptnce/providers";
import { expect, it } from "vitest";
import { openStore } from "../estimate/open-store.ts";
import { newFolder } from "../promptnce.test.support.ts";
import { insteadOfAsking } from "./forecast.ts";

const provider: Provider = {
  name: "vendor",
  model: "m",
  settings: {},
  complete: async () => ({ text: "1", stop: "end" }),
};
const given = { profile: "truthful", seed: "1", concurrency: 8, confirmAbove: 1 } as const;
const planned = ["one prompt", "two prompts"].map((prompt) => ({
  request: { prompt, sample: 0 },
  expectedOutputTokens: 10,
}));
const prices = { priceIn: 1000, priceOut: 1000 };

const newStore = (): string => join(newFolder(), "replies.jsonl");

it("a dry run ends with what it would ask and cost, and that nothing was sent", async () => {
  const text = await insteadOfAsking(planned, provider, { ...given, ...prices, dryRun: true, store: newStore() });
  expect(text).toMatch(/^m \(vendor\)\n {2}questions +2, of which the store answers 0\n/);
  // Six tokens in, of four characters each, and 20 out, at a thousand dollars a million.
  expect(text).toMatch(/cost +\$0\.03\n/);
  expect(text).toMatch(/\nNothing was sent\.\n$/);
});

it("a run goes on where it costs little", async () => {
  expect(
    await insteadOfAsking(planned, provider, { ...given, priceIn: 1, priceOut: 1, store: newStore() }),
  ).toBeUndefined();
});

it("a run that costs much or an unknown sum goes on with --yes, and is refused where nobody can be asked", async () => {
  const store = newStore();
  const costly = { ...given, ...prices, confirmAbove: 0.001, store };
  await expect(insteadOfAsking(planned, provider, costly)).rejects.toThrow("--yes");
  await expect(insteadOfAsking(planned, provider, { ...given, store })).rejects.toThrow("--yes");
  expect(await insteadOfAsking(planned, provider, { ...costly, yes: true })).toBeUndefined();
});

it("in batches it is their price that is asked about, half of the other", async () => {
  const vendor: Provider = { ...provider, name: "openai" };
  // $0.026 singly, or $0.013.
  const costly = { ...given, ...prices, confirmAbove: 0.02, store: newStore() };
  await expect(insteadOfAsking(planned, vendor, costly)).rejects.toThrow("about $0.03");
  expect(await insteadOfAsking(planned, vendor, { ...costly, batch: true })).toBeUndefined();
  const text = await insteadOfAsking(planned, vendor, { ...costly, dryRun: true });
  expect(text).toMatch(/with --batch +\$0\.01, \$0\.01 less, within a day\n/);
});

it("what the store holds costs nothing again", async () => {
  const store = newStore();
  {
    using journal = openStore(store);
    for (const { request } of planned) await cached(provider, journal).complete(request);
  }
  const costly = { ...given, ...prices, confirmAbove: 0.001, store };
  expect(await insteadOfAsking(planned, provider, costly)).toBeUndefined();
});
