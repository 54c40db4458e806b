import { chmodSync, realpathSync, renameSync, statSync } from "node:fs";
import { makePlace, spareJournal } from "@promptnce/providers/choose";
import { holdOutput } from "./hold-output.ts";

/** Where the rows of a run go; no other run writes there until it is disposed of. */
export interface ResultPlace extends Disposable {
  /** The file that rows go to as they come. */
  readonly path: string;
  /** Whether that is beside an older result, which stays as it is until {@link ResultPlace.done}. */
  readonly beside: boolean;
  /** Puts the file, in which all rows are, in the place of the older result. */
  done(): void;
}

/**
 * The place of a result. A result that is there is replaced only by a whole one, since a run that is
 * stopped, or whose model does not answer, would leave fewer rows than there were: rows then go to
 * `<out>.partial`. Folders are made where they are missing.
 *
 * @throws DataError where another run writes there or it is a journal of replies; PlaceError where no
 *   folder can be made.
 */
export function resultPlace(out: string): ResultPlace {
  spareJournal(out);
  makePlace(out, "with --out");
  const held = holdOutput(out);
  const older = olderResult(out);
  if (older === undefined) return { ...held, path: out, beside: false, done: () => {} };
  const path = `${older.path}.partial`;
  return {
    ...held,
    path,
    beside: true,
    done: () => {
      chmodSync(path, older.mode);
      renameSync(path, older.path);
    },
  };
}

/** A file with something in it, behind its links; anything else is written to as it is. */
function olderResult(out: string): { readonly path: string; readonly mode: number } | undefined {
  if (out === "-") return undefined;
  const found = statSync(out, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile() || found.size === 0) return undefined;
  return { path: realpathSync(out), mode: found.mode };
}
