/** What was given cannot be run with: one sentence, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
