import type { Journal } from "@promptnce/providers";
import type { BatchAsks } from "@promptnce/providers/batches";
import { askInBatches, openBatchesText } from "@promptnce/providers/choose";
import type { AskedModel } from "../options/chosen-model.ts";

export interface FillOptions {
  /** The journal at `model.store`. */
  readonly journal: Journal;
  readonly stderr: NodeJS.WritableStream;
  /** Aborting stops waiting; the batches go on at the vendor. */
  readonly signal: AbortSignal;
}

/**
 * With `--batch`, has the vendor's batches answer what the journal lacks, so that the run after it
 * finds every reply; without, says which requests are under way in batches of an earlier run.
 *
 * @returns How many requests that the journal had no reply to have one now.
 * @throws What `askInBatches` throws.
 */
export async function fillByBatches(
  { batch, choice, model }: AskedModel,
  asks: BatchAsks,
  { journal, stderr, signal }: FillOptions,
): Promise<number> {
  const say = (line: string): void => void stderr.write(`${line}\n`);
  if (!batch) {
    const open = openBatchesText(model.store);
    if (open !== undefined) say(open);
    return 0;
  }
  const before = journal.size;
  await askInBatches([{ choice, asks }], { model, journal, say, signal });
  return journal.size - before;
}
