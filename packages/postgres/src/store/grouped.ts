/** How items are put into groups. */
export interface GroupedOptions {
  /** The most items of a group. */
  readonly most: number;
  /** The groups under way at a time. */
  readonly atOnce: number;
  /**
   * How long a group waits for further items, in milliseconds, and how many items are enough, so
   * that it waits no longer. By default it waits for none.
   */
  readonly gather?: { readonly ms: number; readonly enough: () => number };
}

/**
 * A function that processes single items in groups. Items that arrive while as many groups as
 * allowed are under way go into the next, so that under load one statement serves many items. If a
 * group fails, all its items reject. Each item resolves with the result of `work` at its position,
 * if any.
 */
export function grouped<T, R>(
  work: (items: readonly T[]) => Promise<readonly R[] | void>,
  { most, atOnce, gather = { ms: 0, enough: () => 1 } }: GroupedOptions,
): (item: T) => Promise<R> {
  const waiting: (PromiseWithResolvers<R> & { readonly item: T })[] = [];
  let underWay = 0;
  let gathering: NodeJS.Timeout | undefined;
  const pump = (): void => {
    clearTimeout(gathering);
    gathering = undefined;
    while (underWay < atOnce && waiting.length > 0) {
      const group = waiting.splice(0, most);
      underWay++;
      work(group.map(({ item }) => item))
        .then(
          (results) => group.forEach(({ resolve }, i) => resolve(results?.[i] as R)),
          (error: unknown) => group.forEach(({ reject }) => reject(error)),
        )
        .finally(() => {
          underWay--;
          pumpOrGather();
        });
    }
  };
  const pumpOrGather = (): void => {
    if (waiting.length === 0) return;
    if (waiting.length >= Math.min(most, gather.enough())) pump();
    else gathering ??= setTimeout(pump, gather.ms);
  };
  return (item) => {
    const result = Promise.withResolvers<R>();
    // Items of one turn of the event loop go together.
    if (waiting.push({ item, ...result }) === 1) setImmediate(pumpOrGather);
    else if (gathering !== undefined) pumpOrGather();
    return result.promise;
  };
}
