/**
 * Runs tasks one after the other in the order they are given, whether those before failed or not.
 * One whose signal is aborted before its turn is not begun and rejects with the signal's reason.
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
