import { PlaceError } from "../errors/errors.ts";
import { startOfFile } from "../files/start-of-file.ts";

/** How every record of a journal begins. */
const BEGINNING = '{"v":1,"key":"';

/**
 * Makes sure that a file that is to be written over is no journal: its replies were paid for.
 *
 * @throws PlaceError where it is one.
 */
export function spareJournal(path: string): void {
  if (startOfFile(path, BEGINNING.length) !== BEGINNING) return;
  throw new PlaceError(
    `${path} holds replies that were paid for, and is not written over: move it away, or name another file with --out.`,
  );
}
