/**
 * A function that processes single items in groups of at most `most` items, with `atOnce` groups at
 * a time. Items that arrive while a group is under way go into the next, so that under load one
 * statement serves many items and without load no item waits. If a group fails, all its items
 * reject. Each item resolves with the result of `work` at its position, if any.
 */
export function grouped<T, R>(
  work: (items: readonly T[]) => Promise<readonly R[] | void>,
  { most, atOnce }: { readonly most: number; readonly atOnce: number },
): (item: T) => Promise<R> {
  const waiting: (PromiseWithResolvers<R> & { readonly item: T })[] = [];
  let underWay = 0;
  const pump = (): void => {
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
          pump();
        });
    }
  };
  return (item) => {
    const result = Promise.withResolvers<R>();
    // Items of one turn of the event loop go together.
    if (waiting.push({ item, ...result }) === 1) setImmediate(pump);
    return result.promise;
  };
}
