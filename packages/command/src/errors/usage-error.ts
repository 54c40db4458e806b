/** What a command line gave cannot be run with: one sentence, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
