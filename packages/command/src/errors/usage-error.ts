/** The options of a command line cannot be used: one sentence, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
