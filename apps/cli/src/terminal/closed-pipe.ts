/** Thrown where results go to a reader that has seen enough, like head: the end of the work, no failure. */
export class ClosedPipe extends Error {
  override readonly name = "ClosedPipe";
}
