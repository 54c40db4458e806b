/**
 * A function that runs tasks one after another, even after failures; a task aborted before its turn
 * rejects and is not started.
 */
export function serialQueue(): <T>(task: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task, signal) => {
    const turn = last.then(() => {
      signal?.throwIfAborted();
      return task();
    });
    last = turn.catch(() => {});
    return turn;
  };
}
