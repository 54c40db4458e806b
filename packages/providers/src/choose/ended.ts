/**
 * A person ended the work, by Ctrl-C or by a no: told by its sentence alone, which is no error, with
 * exit code 1.
 */
export class Ended extends Error {
  override readonly name = "Ended";
}
