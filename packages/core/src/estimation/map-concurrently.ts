/** How much work may be in hand at once, and in which order its results come. */
export interface ConcurrencyOptions {
  /** Items under way at most. */
  readonly size: number;
  /** `items`: results come in the order of the items; `ends`: as the work on them ends. */
  readonly order: "items" | "ends";
  /** Aborted, no further item is begun; what is in hand is awaited, and its results are given. */
  readonly signal?: AbortSignal | undefined;
}

/** Results for each place that may wait for one that is retried: nothing stands still, and memory stays bounded. */
const AHEAD = 32;

/**
 * The results of work on items, some at a time. Items come in batches, and so do results, so that a million of them
 * cost little each; the next is drawn as a place becomes free.
 *
 * After a failure no item is begun and `closing`, which is given to all work, is aborted; what is in hand is awaited
 * and its results are given (in the order of the items: those before the failed one); then the first error is thrown.
 * Leaving the loop early awaits what is in hand too. An aborted `signal` ends the results without an error.
 */
export async function* mapConcurrently<T, R>(
  batches: Iterable<readonly T[]> | AsyncIterable<readonly T[]>,
  work: (item: T, closing: AbortSignal) => Promise<R>,
  { size, order, signal }: ConcurrencyOptions,
): AsyncGenerator<readonly R[], void> {
  const closing = new AbortController();
  const close = (): void => closing.abort(signal?.reason);
  const failures: unknown[] = [];
  /** Of items in hand in their order, the result of each once there is one; or those that have one, as it came. */
  const line: { result?: { readonly value: R } }[] = [];
  let busy = 0;
  let wake = (): void => {};
  const nextEnd = (): Promise<void> => new Promise((resolve) => void (wake = resolve));

  const begin = async (item: T): Promise<void> => {
    const place: (typeof line)[number] = {};
    if (order === "items") line.push(place);
    busy++;
    try {
      place.result = { value: await work(item, closing.signal) };
      if (order === "ends") line.push(place);
    } catch (error) {
      failures.push(error);
      close();
    }
    busy--;
    wake();
  };
  /** What has ended and is nobody's turn but its own. */
  const take = (): readonly R[] => {
    const first = line.findIndex(({ result }) => result === undefined);
    const done = line.splice(0, first < 0 ? line.length : first);
    return done.map(({ result }) => (result as { readonly value: R }).value);
  };
  const isFull = (): boolean => busy >= size || line.length >= AHEAD * size;

  if (signal?.aborted) close();
  signal?.addEventListener("abort", close, { once: true });
  try {
    drawing: for await (const batch of closing.signal.aborted ? [] : batches) {
      for (const item of batch) {
        if (closing.signal.aborted) break drawing;
        void begin(item);
        while (isFull() && !closing.signal.aborted) {
          const results = take();
          if (results.length > 0) yield results;
          else await nextEnd();
        }
      }
      if (closing.signal.aborted) break;
    }
    for (;;) {
      const results = take();
      if (results.length > 0) yield results;
      else if (busy > 0) await nextEnd();
      else break;
    }
  } finally {
    close();
    signal?.removeEventListener("abort", close);
    while (busy > 0) {
      await nextEnd();
    }
  }
  if (failures.length > 0) throw failures[0];
}
