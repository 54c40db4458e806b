/**
 * The result of a call, repeated after a pause for as long as it fails: the single loop of calls
 * and batches.
 *
 * @param pauseAfter The pause before the next attempt, in milliseconds, by the error of the last one
 *   and the number of attempts so far; throws where the call is given up.
 */
export async function repeated<T>(
  call: () => Promise<T>,
  pauseAfter: (error: unknown, attempts: number) => number | Promise<number>,
  wait: (ms: number) => Promise<void>,
): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await call();
    } catch (error) {
      await wait(await pauseAfter(error, attempts));
    }
  }
}
