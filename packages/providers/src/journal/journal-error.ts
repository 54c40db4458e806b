/** A journal that cannot be used, in one sentence that names the file and what to do. */
export class JournalError extends Error {
  override readonly name = "JournalError";
  /** `locked`: another writer has it. `foreign`: it is no journal. The rest: the file system says no. */
  readonly kind: "locked" | "foreign" | "unwritable" | "unreadable";

  constructor(kind: JournalError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}
