/** A file that the system does not let be written: one sentence, exit code 1. */
export class PlaceError extends Error {
  override readonly name = "PlaceError";
}
