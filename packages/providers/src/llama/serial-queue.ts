/** Runs tasks in turn, whether those before failed or not; one aborted before its turn rejects and is not begun. */
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
