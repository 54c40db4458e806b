import type { Provider } from "@promptnce/core";
import type { JournalRecord } from "@promptnce/providers";
import { costOf, priceFor } from "@promptnce/providers/choose";
import type { Config } from "../study/config.ts";

/** What the replies that a run rests on cost, whenever they were paid for. */
export interface RunCost {
  /** US dollars of the models whose price is known. */
  readonly usd: number;
  readonly models: readonly {
    readonly provider: string;
    readonly model: string;
    /** US dollars; null where nobody knows the price. */
    readonly usd: number | null;
    /** Where the price is from. */
    readonly price: string;
  }[];
  /** Replies whose vendor gave no token counts: their cost is in no sum. */
  readonly withoutUsage: number;
}

/** Sums, call by call, what the records of each provider cost. */
export async function runCost(
  records: Iterable<JournalRecord>,
  providers: readonly Provider[],
  config: Pick<Config, "priceIn" | "priceOut">,
): Promise<RunCost> {
  const idOf = (provider: string, model: string): string => JSON.stringify([provider, model]);
  const models = new Map(providers.map((one) => [idOf(one.name, one.model), one]));
  const priced = new Map(
    await Promise.all(
      Array.from(models, async ([id, one]) => {
        const sum = { one, price: await priceFor(config, one), usd: 0 };
        return [id, sum] as const;
      }),
    ),
  );
  let withoutUsage = 0;
  for (const record of records) {
    const sum = priced.get(idOf(record.provider, record.model));
    if (sum?.price) sum.usd += costOf(record, sum.price);
    if (record.reply.usage === undefined) withoutUsage++;
  }
  const sums = [...priced.values()];
  return {
    usd: sums.reduce((total, { usd }) => total + usd, 0),
    models: sums.map(({ one: { name, model }, price, usd }) => ({
      provider: name,
      model,
      usd: price ? usd : null,
      price: price?.source ?? "unknown: give --price-in and --price-out",
    })),
    withoutUsage,
  };
}
