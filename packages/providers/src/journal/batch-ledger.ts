import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { type BatchNote, parseNote } from "./batch-note.ts";
import { JournalError } from "../errors/errors.ts";
import { journalLines } from "./journal-lines.ts";
import type { Damage } from "./read-journal.ts";
import { knownLeftOut } from "../store/stored-keys.ts";
import type { Asking } from "../store/store.ts";
import { makeFolder } from "../files/make-folder.ts";

/** A batch whose results have not all been read. */
export interface OpenBatch {
  /** Ours. */
  readonly label: string;
  /** The vendor's; absent where it is not known whether the batch was submitted. */
  readonly id?: string;
  readonly provider: string;
  readonly model: string;
  /** Key and number of the attempt of each request that is still to be read. */
  readonly requests: ReadonlyMap<string, number>;
}

/** What is to be noted before a batch is submitted. */
type Intent = Pick<
  Extract<BatchNote, { kind: "intended" }>,
  "label" | "provider" | "model" | "settings" | "leftOut" | "requests"
>;

/** The batches of a store, kept beside it in a file of their own. */
export interface BatchLedger {
  readonly path: string;
  /** Lines that hold no note. A batch whose id was on one is asked again. */
  readonly damage: readonly Damage[];
  /** In the order of submission. */
  open(): readonly OpenBatch[];
  /** The names of settings that batches of the same asking left out; of several the last. */
  leftOut(asking: Asking): readonly string[];
  intend(intent: Intent): void;
  submitted(label: string, id: string): void;
  /** The batch is over but for the results of these keys; with none it is forgotten. */
  read(label: string, left: readonly string[]): void;
}

/**
 * Opens the ledger of the store at `store`: `<store>.batches.jsonl`. Each note is on the disk when
 * the call that makes it returns, so that no kill or power cut loses a batch that was noted. There
 * is no lock of its own: whoever writes holds the store's journal.
 *
 * @param now Gives the time written into a note, for people; the system's clock by default.
 * @throws JournalError where the file system refuses.
 */
export function openBatchLedger(store: string, now: () => Date = () => new Date()): BatchLedger {
  const path = `${store}.batches.jsonl`;
  const batches = new Map<string, OpenBatch>();
  const known = knownLeftOut();
  const apply = (note: BatchNote): void => {
    const { label } = note;
    const batch = batches.get(label);
    if (note.kind === "intended") {
      const { provider, model, settings, leftOut, requests } = note;
      batches.set(label, { label, provider, model, requests: new Map(requests) });
      known.note({ provider, model, settings, ...(leftOut && { leftOut }) });
    } else if (batch === undefined) return;
    else if (note.kind === "submitted") batches.set(label, { ...batch, id: note.id });
    else if (note.left.length === 0) batches.delete(label);
    else {
      const left = new Set(note.left);
      const requests = new Map([...batch.requests].filter(([key]) => left.has(key)));
      batches.set(label, { ...batch, requests });
    }
  };
  const damage = readNotes(path, apply);
  const add = (note: Unstamped): void => {
    const whole: BatchNote = { v: 1, ...note, at: now().toISOString() };
    append(path, JSON.stringify(whole));
    apply(whole);
  };
  return {
    path,
    damage,
    open: () => [...batches.values()],
    leftOut: (asking) => known.names(asking),
    intend: (intent) => add({ kind: "intended", ...intent }),
    submitted: (label, id) => add({ kind: "submitted", label, id }),
    read: (label, left) => add({ kind: "read", label, left: [...left] }),
  };
}

type Unstamped = BatchNote extends infer N ? (N extends BatchNote ? Omit<N, "v" | "at"> : never) : never;

function readNotes(path: string, apply: (note: BatchNote) => void): Damage[] {
  const damage: Damage[] = [];
  let fd: number | undefined;
  try {
    fd = openSync(path, "r");
    for (const { line, bytes, ended } of journalLines(fd, fstatSync(fd).size)) {
      if (bytes.length === 0) continue;
      const note = parseNote(bytes.toString("utf8"));
      if (!("reason" in note)) apply(note);
      else damage.push({ line, reason: ended ? note.reason : "is torn: the writer was stopped in it" });
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw refused(path, "read", error);
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
  return damage;
}

/** Appends a line and waits until the disk has it; after a torn last line it begins one of its own. */
function append(path: string, text: string): void {
  let fd: number | undefined;
  try {
    makeFolder(dirname(path));
    fd = openSync(path, "a+");
    const { size } = fstatSync(fd);
    const last = Buffer.alloc(1);
    const torn = size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last.toString() !== "\n";
    const bytes = Buffer.from(`${torn ? "\n" : ""}${text}\n`);
    for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done);
    fsyncSync(fd);
  } catch (error) {
    throw refused(path, "written to", error);
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function refused(path: string, what: string, error: unknown): JournalError {
  const why = (error as NodeJS.ErrnoException).code ?? String(error);
  return new JournalError(
    what === "read" ? "unreadable" : "unwritable",
    `The ledger of batches ${path} cannot be ${what} (${why}): make room or give rights, then run the same command again.`,
  );
}
