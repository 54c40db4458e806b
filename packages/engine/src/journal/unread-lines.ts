import { JournalError } from "../errors/engine-errors.ts";
import type { Damage } from "./json-lines.ts";

/**
 * The most lines that a run leaves unread, of damage and of a newer version each. A few are the
 * traces of power cuts. More mean that something changed the file, and that a run would pay again
 * for what they hold.
 */
const MOST_UNREAD = 5;

/** The lines of a journal that a run leaves unread. */
export interface UnreadLines {
  /** Those that are damaged or torn. */
  readonly damage: readonly Damage[];
  /** Those that a newer version of this program wrote. */
  readonly newer: readonly Damage[];
  /**
   * @throws JournalError where there are more than {@link MOST_UNREAD} of a kind. A torn last line
   *   is not counted, since any kill may leave one.
   */
  add(found: Damage): void;
}

/** Collects the lines that cannot be read of the journal at `path`. */
export function unreadLines(path: string): UnreadLines {
  const [damage, newer]: [Damage[], Damage[]] = [[], []];
  return {
    damage,
    newer,
    add(found) {
      const lines = found.kind === "newer" ? newer : damage;
      if (lines.length === MOST_UNREAD && found.kind !== "torn") throw refused(path, lines);
      lines.push(found);
    },
  };
}

function refused(path: string, [first]: readonly Damage[]): JournalError {
  const { line, reason, kind } = first as Damage;
  return new JournalError((write) => {
    const remedy =
      kind === "newer"
        ? `update it, or give another file as ${write("store")}`
        : `restore the file from a copy, or bring what can still be read to a new one with ${write("readJournal()", path)}`;
    return `More than ${MOST_UNREAD} lines of the journal ${path} cannot be read, and a run would pay again for what they hold (the first, line ${line}, ${reason}): ${remedy}.`;
  });
}
