import type { Method } from "@promptnce/core";
import { UsageError } from "@promptnce/providers/choose";

/**
 * Refuses `--batch` where every method scores given texts, which single calls do: batches would have
 * nothing to do.
 *
 * @throws UsageError naming the methods.
 */
export function refuseScoredBatch(methods: readonly Pick<Method, "id" | "scored">[]): void {
  if (methods.some(({ scored }) => scored !== true)) return;
  const ids = [...new Set(methods.map(({ id }) => id))].join(", ");
  throw new UsageError(
    `--batch: all that is asked here (${ids}) is to score given texts, which no batch does; leave it out, or name another method`,
  );
}
