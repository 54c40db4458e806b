import { parsedJson } from "@promptnce/core/json";
import {
  type JournalRecord,
  journalLine,
  journalText,
  type EntryToKeep,
  parseLine,
  lostCall,
} from "@promptnce/engine/journal";
import { canonicalJson } from "@promptnce/providers/contract";
import { z } from "zod";
import type { SqlRow, Sql } from "./sql.ts";

/** An entry to store, with the note of its call, if any. */
export type KeptWithNote = EntryToKeep & { readonly note?: string | undefined };

/**
 * Adds entries to the table and removes the notes of their calls, which are then no longer under
 * way. The same line is not added twice, as when a statement is repeated because its outcome is
 * unknown.
 */
export async function keepReplies(sql: Sql, kept: readonly KeptWithNote[]): Promise<void> {
  if (kept.length === 0) return;
  const rows = kept.map(lineOf);
  await sql.query(
    keeping(
      "json_to_recordset($1) as row (i int, key text, line text, dropped text)",
      "$2::text[]",
    ),
    [JSON.stringify(rows), kept.flatMap(({ note }) => note ?? [])],
  );
}

const json = z.record(z.string(), z.unknown());
type DroppedSettings = Required<Pick<EntryToKeep, "provider" | "model" | "settings" | "leftOut">>;
const dropped: z.ZodType<DroppedSettings> = z.object({
  provider: z.string(),
  model: z.string(),
  settings: json,
  leftOut: json,
});

/** The settings that the table notes as rejected, by the model and the settings sent. */
export async function droppedAmong(sql: Sql): Promise<DroppedSettings[]> {
  const { rows } = await sql.query(
    "select distinct dropped from promptnce.replies where dropped is not null",
  );
  // What another program changed teaches nothing.
  return rows.flatMap((row) => dropped.safeParse(parsedJson(row["dropped"] as string)).data ?? []);
}

/** A row of {@link keeping}. */
interface Line {
  readonly i: number;
  readonly key: string;
  readonly line: string;
  readonly dropped: string | undefined;
}

/** An entry as a row of {@link keeping}. */
export function lineOf(kept: KeptWithNote, i: number): Line {
  const { note: _, at = new Date().toISOString(), ...entry } = kept;
  const { key, provider, model, settings, leftOut } = entry;
  const dropped = leftOut && canonicalJson({ provider, model, settings, leftOut });
  return { i, key, line: journalText({ v: 2, kind: "reply", ...entry, at }), dropped };
}

/**
 * The statement that adds entries to the table: `rows` has their `key`, `line` and `dropped`, and
 * their order `i`; `notes` are those of calls that are no longer under way.
 */
export function keeping(rows: string, notes: string): string {
  return `insert into promptnce.replies (key, lines, dropped)
     select key, array_agg(line order by i), max(dropped) from ${rows} group by key order by min(i)
     on conflict (key) do update set
       lines = replies.lines || array(select line from unnest(excluded.lines) as line where line <> all (replies.lines)),
       sending = array(select note from unnest(replies.sending) as note where note <> all (${notes})),
       dropped = excluded.dropped`;
}

/** For each key, the record that answers it, if any: the last that is not a charge. */
export async function answersOf(
  sql: Sql,
  keys: readonly string[],
): Promise<(JournalRecord | undefined)[]> {
  const { rows } = await sql.query(
    "select key, to_json(lines) as lines from promptnce.replies where key = any ($1)",
    [keys],
  );
  const answers = new Map(
    rows.map((row) => [row["key"], recordsOf(row).findLast(({ charge }) => charge !== true)]),
  );
  return keys.map((key) => answers.get(key));
}

/** Rows read at once. */
const PAGE = 1000;

/**
 * Yields all records in the order of their requests; a call noted as under way is a `charge`
 * without a prompt.
 */
export async function* allRecords(sql: Sql): AsyncGenerator<JournalRecord> {
  const next = `select place, key, to_json(lines) as lines, to_json(sending) as sending
    from promptnce.replies where place > $1 order by place limit ${PAGE}`;
  for (let last: unknown = -1; ;) {
    const { rows } = await sql.query(next, [last]);
    for (const row of rows) {
      yield* recordsOf(row);
      for (const note of row["sending"] as string[]) {
        const call = callOf(note);
        if (call !== undefined) yield call;
      }
    }
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.["place"];
  }
}

/**
 * The records of a row's lines, which come as JSON: it is read ten times as fast as an array. A line
 * that cannot be read was changed by another program. It stands for a reply that was paid for, so
 * its request has failed, and is not asked again unless somebody says so.
 */
function recordsOf(row: SqlRow): JournalRecord[] {
  return (row["lines"] as string[]).map((line) => {
    const found = parseLine(String(line), journalLine);
    if ("value" in found && found.value.kind === "reply") return found.value;
    return unreadRecord(row["key"] as string, "reason" in found ? found.reason : "is no reply");
  });
}

function unreadRecord(key: string, why: string): JournalRecord {
  const message = `A line of its row in promptnce.replies ${why}. Delete the row with the key ${key}, and the request is asked again.`;
  const reply = { text: "", stop: "failed", failure: { kind: "store", message } } as const;
  const asked = { provider: "unknown", model: "unknown", settings: {}, sample: 0, prompt: "" };
  return { v: 2, kind: "reply", key, ...asked, at: "1970-01-01T00:00:00.000Z", reply };
}

/** The `charge` for a call that is under way, or was lost; `undefined` where its note is damaged. */
export function callOf(note: string): JournalRecord | undefined {
  const found = parseLine(String(note), journalLine);
  const isNote = "value" in found && found.value.kind === "sending";
  return isNote ? lostCall(note) : undefined;
}
