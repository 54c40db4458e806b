import { existsSync } from "node:fs";
import type { Provider } from "@promptnce/core";
import { readJournal, totals } from "@promptnce/providers";
import type { JournalRecord, TokenPrice } from "@promptnce/providers";

/** US dollars that the store's replies of a model cost at a price, every attempt counted. */
export function spentOn({ name, model }: Provider, price: TokenPrice, store: string): number {
  if (!existsSync(store)) return 0;
  function* own(): Generator<JournalRecord> {
    for (const record of readJournal(store, () => {})) {
      if (record.provider === name && record.model === model) yield record;
    }
  }
  const { inputTokens, outputTokens } = totals(own());
  return (inputTokens * price.inputPerMillion + outputTokens * price.outputPerMillion) / 1e6;
}
