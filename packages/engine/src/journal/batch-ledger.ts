import { closeSync, fsyncSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import type { ProviderIdentity } from "@promptnce/providers";
import { JournalError } from "../errors/engine-errors.ts";
import { makeFolder } from "../files/make-folder.ts";
import { knownDroppedParameters } from "../store/known-dropped-parameters.ts";
import { type Damage, type LineKind, lineWriter, readLines } from "./json-lines.ts";

/** A batch with results that are still to be read. */
export interface OpenBatch {
  /** Our label for the batch. */
  readonly label: string;
  /** The vendor's id; absent where it is unknown whether the batch was submitted. */
  readonly id?: string;
  /** When its submission was noted, ISO 8601 in UTC. */
  readonly at: string;
  /**
   * Whether the vendor's list was searched in vain for as long as the batch may be missing from it.
   */
  readonly searched?: boolean;
  readonly provider: string;
  readonly model: string;
  /** The key and the attempt number of each request whose result is still to be read. */
  readonly requests: ReadonlyMap<string, number>;
}

/** The note written before a batch is submitted. */
export interface BatchIntent {
  /** Our label for the batch. */
  readonly label: string;
  readonly provider: string;
  readonly model: string;
  /** The settings as actually sent. */
  readonly settings: Readonly<Record<string, unknown>>;
  /**
   * Settings that were requested but not sent because the model rejects them; absent if there are
   * none.
   */
  readonly leftOut?: Readonly<Record<string, unknown>> | undefined;
  /** The store's key of each request with its attempt number, from 0. */
  readonly requests: readonly (readonly [key: string, attempt: number])[];
}

/** The batches of a store, kept in a file beside it. */
export interface BatchLedger {
  /** The path of the file. */
  readonly path: string;
  /**
   * Lines that hold no valid note. If one held the id of a batch, that batch is searched for again.
   */
  readonly damage: readonly Damage[];
  /** Whether a batch with this vendor's id was ever noted. */
  knows(id: string): boolean;
  /** The open batches in the order of submission. */
  open(): readonly OpenBatch[];
  /** The names of settings left out by the last batch of the same provider. */
  leftOut(asked: ProviderIdentity): readonly string[];
  /** Notes that a batch is about to be submitted. */
  intend(intent: BatchIntent): void;
  /** Notes that the batch with our label was submitted and has the vendor's id. */
  submitted(label: string, id: string): void;
  /** Notes that the batch was searched for in vain: the next run looks only once. */
  searched(label: string): void;
  /**
   * Notes that only the results of these keys are still to be read; without keys the batch is
   * forgotten.
   */
  read(label: string, left: readonly string[]): void;
}

const key = z.string().regex(/^[0-9a-f]{64}$/);
const settings = z.record(z.string(), z.unknown());
/** `at` is the time of the note, ISO 8601 in UTC. */
const common = { v: z.literal(1), label: z.string().min(1), at: z.iso.datetime() };

const schema = z.discriminatedUnion("kind", [
  // A batch is about to be submitted; without a later note it is unknown whether it was.
  z.object({
    ...common,
    kind: z.literal("intended"),
    provider: z.string(),
    model: z.string(),
    settings,
    leftOut: settings.optional(),
    requests: z.array(z.tuple([key, z.int().nonnegative()]).readonly()).readonly(),
  }),
  // The batch was submitted and has this vendor's id.
  z.object({ ...common, kind: z.literal("submitted"), id: z.string().min(1) }),
  // The batch has no id, and the vendor's list was searched in vain.
  z.object({ ...common, kind: z.literal("searched") }),
  // The batch has ended. `left` holds the keys whose results are still to be read, by a run that
  // needs them.
  z.object({ ...common, kind: z.literal("read"), left: z.array(key).readonly() }),
]);

type BatchNote = z.infer<typeof schema>;
type NoteContent = BatchNote extends infer N
  ? N extends BatchNote
    ? Omit<N, "v" | "at">
    : never
  : never;

const noteLine: LineKind<BatchNote> = { schema, title: "a note of a batch", version: 1 };

/**
 * Opens the ledger of the store at `store`: `<store>.batches.jsonl`, readable by its owner only.
 * Each note is on disk when the call that makes it returns, so neither a kill nor a power cut loses
 * a noted batch. The ledger has no lock of its own, since its writer holds the journal's.
 *
 * @throws JournalError where the file system refuses.
 * @example
 * const ledger = openBatchLedger("replies.jsonl");
 * const intent = { label: "1", provider: "openai", model: "gpt-5-mini", settings: {} };
 * ledger.intend({ ...intent, requests: [["0".repeat(64), 0]] });
 * ledger.submitted("1", "batch_1");
 * ledger.open()[0].id; // → "batch_1"
 */
export function openBatchLedger(store: string): BatchLedger {
  const path = `${store}.batches.jsonl`;
  const batches = new Map<string, OpenBatch>();
  const ids = new Set<string>();
  const droppedParameters = knownDroppedParameters();
  const apply = (note: BatchNote): void => {
    const { label } = note;
    if (note.kind === "submitted") ids.add(note.id);
    const batch = batches.get(label);
    if (note.kind === "intended") {
      const { at, provider, model, requests } = note;
      batches.set(label, { label, at, provider, model, requests: new Map(requests) });
      droppedParameters.note(note);
    } else if (batch === undefined) return;
    else if (note.kind === "submitted") batches.set(label, { ...batch, id: note.id });
    else if (note.kind === "searched") batches.set(label, { ...batch, searched: true });
    else if (note.left.length === 0) batches.delete(label);
    else {
      const left = new Set(note.left);
      const requests = new Map([...batch.requests].filter(([key]) => left.has(key)));
      batches.set(label, { ...batch, requests });
    }
  };
  const damage: Damage[] = [];
  withFile(path, "r", (fd) => {
    for (const found of readLines(fd, noteLine)) {
      if ("value" in found) apply(found.value);
      else damage.push(found);
    }
  });
  const add = (note: NoteContent): void => {
    const whole: BatchNote = { v: 1, ...note, at: new Date().toISOString() };
    withFile(path, "a+", (fd) => {
      lineWriter(fd)(JSON.stringify(whole));
      fsyncSync(fd);
    });
    apply(whole);
  };
  return {
    path,
    damage,
    knows: (id) => ids.has(id),
    open: () => [...batches.values()],
    leftOut: (asked) => droppedParameters.names(asked),
    intend: (intent) => add({ kind: "intended", ...intent }),
    submitted: (label, id) => add({ kind: "submitted", label, id }),
    searched: (label) => add({ kind: "searched", label }),
    read: (label, left) => add({ kind: "read", label, left }),
  };
}

/** Opens the file, calls `use` with its descriptor and closes it. */
function withFile(path: string, flags: "r" | "a+", use: (fd: number) => void): void {
  let fd: number | undefined;
  try {
    if (flags === "a+") makeFolder(dirname(path));
    fd = openSync(path, flags, 0o600);
    use(fd);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? String(error);
    if (flags === "r" && why === "ENOENT") return;
    throw new JournalError(
      `The ledger of batches ${path} cannot be ${flags === "r" ? "read" : "written to"} (${why}): make room or give rights, then repeat the run.`,
    );
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
