import { existsSync } from "node:fs";
import type { Provider } from "@promptnce/core";
import type { JournalRecord } from "../journal/journal-record.ts";
import { type Price, replyCost } from "./prices.ts";
import { readJournal } from "../journal/read-journal.ts";

/** US dollars that the store's replies of a model cost at a price, every attempt counted. */
export function spentOn({ name, model }: Pick<Provider, "name" | "model">, price: Price, store: string): number {
  if (!existsSync(store)) return 0;
  let sum = 0;
  for (const record of readJournal(store, () => {})) {
    if (record.provider === name && record.model === model) sum += costOf(record, price);
  }
  return sum;
}

/** US dollars of one reply, half of them where it came from a batch; nothing where its vendor gave no token counts. */
export function costOf({ reply }: JournalRecord, price: Price): number {
  return replyCost(reply, price) ?? 0;
}
