/** The user's own threshold was missed: all is done and said, but a build should stop; exit code 4. */
export class ThresholdError extends Error {
  override readonly name = "ThresholdError";
}
