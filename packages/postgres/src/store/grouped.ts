/**
 * Does work on single items in groups, so many `atOnce` and of so many items at `most`: what comes while a group is
 * under way goes into the next, so that under load one statement serves many and without load nothing waits. A group
 * that fails rejects all that is in it. Of each item comes what `work` gives in its place, if anything.
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
    // Those of one turn go together.
    if (waiting.push({ item, ...result }) === 1) setImmediate(pump);
    return result.promise;
  };
}
