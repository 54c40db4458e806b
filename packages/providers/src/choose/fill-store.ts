import { fillByBatches, type FillOptions, type ModelAsks } from "./fill-by-batches.ts";
import { modelProvider } from "./model-provider.ts";

/**
 * Has others answer what the store lacks, where the options want that, so that a run after it finds every reply:
 * workers with `--workers`, the vendors' batches with `--batch`, of all models at the same time.
 *
 * @returns How many requests were answered so.
 * @throws What {@link fillByBatches} and {@link fillByWorkers} do.
 */
export async function fillStore(models: readonly ModelAsks[], options: FillOptions): Promise<number> {
  const { store, model, workers, retryFailed, signal, say } = options;
  if (!("database" in store)) return fillByBatches(models, { ...options, store });
  if (!workers) return 0;
  const { fillByWorkers } = await import("../queue/fill-by-workers.ts");
  const filled = models.map(async ({ choice, asks }) => {
    const provider = await modelProvider({ ...model, workers }, choice);
    return fillByWorkers(asks, { store, provider, retryFailed, signal, say });
  });
  await Promise.allSettled(filled);
  return (await Promise.all(filled)).reduce((sum, count) => sum + count, 0);
}
