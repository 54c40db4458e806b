/** The concurrency of work, and the order of its results. */
export interface ConcurrencyOptions {
  /** The most items under way at once. */
  readonly size: number;
  /** `items`: results come in the order of the items; `ends`: as the work on them ends. */
  readonly order: "items" | "ends";
  /**
   * Once aborted, no further item is started; items in hand are awaited and their results yielded.
   */
  readonly signal?: AbortSignal | undefined;
}

/**
 * How many results for each place may wait for an item that is retried: the other places keep
 * working, and memory stays bounded.
 */
const AHEAD = 32;

/**
 * Yields the results of work on items, several at a time. Items and results come in batches, which
 * keeps the cost of each of a million items low; the next batch is drawn as a place becomes free.
 *
 * After a failure no further item is begun and `closing`, which all work receives, is aborted. Work
 * under way is awaited and its results are yielded (if results come in the order of the items, only
 * those before the failed one); then the first error is thrown. Leaving the loop early also awaits
 * work under way. An aborted `signal` ends the results without an error.
 *
 * @throws RangeError where the size is below 1, with which no work would end.
 * @example
 * const lengths = mapConcurrently([["PUSH", "SHOVE"]], async (y) => y.length, {
 *   size: 2,
 *   order: "items",
 * });
 * (await Array.fromAsync(lengths)).flat(); // → [4, 5]
 */
export async function* mapConcurrently<T, R>(
  batches: Iterable<readonly T[]> | AsyncIterable<readonly T[]>,
  work: (item: T, closing: AbortSignal) => Promise<R>,
  { size, order, signal }: ConcurrencyOptions,
): AsyncGenerator<readonly R[], void> {
  if (!(size >= 1)) throw new RangeError(`Work needs a concurrency of 1 or more, not ${size}.`);
  const closing = new AbortController();
  const close = (): void => closing.abort(signal?.reason);
  const failures: unknown[] = [];
  /**
   * The items in hand with their results so far: in the order of the items, or in that of
   * completion.
   */
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
  /** Takes the finished results that may be yielded now. */
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
