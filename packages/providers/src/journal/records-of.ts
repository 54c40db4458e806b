import type { JournalLine, JournalRecord, SendingNote } from "./journal-record.ts";
import type { Damage } from "./json-lines.ts";

/**
 * The records of a journal's lines in their order. A call that was sent and of which nothing is noted until it is sent
 * again, or to the end, is a `charge` without a prompt: its run was killed, or still waits for it.
 */
export function* recordsOf(
  lines: Iterable<{ readonly value: JournalLine } | Damage>,
  onDamage: (damage: Damage) => void,
): Generator<JournalRecord> {
  const underWay = new Map<string, SendingNote>();
  for (const found of lines) {
    if (!("value" in found)) {
      onDamage(found);
      continue;
    }
    const { value } = found;
    const before = underWay.get(value.key);
    underWay.delete(value.key);
    if (value.kind === "reply") yield value;
    else if (value.sending) {
      if (before !== undefined) yield lostCall(before);
      underWay.set(value.key, value);
    }
  }
  for (const note of underWay.values()) yield lostCall(note);
}

function lostCall(note: SendingNote): JournalRecord {
  const { kind: _, sending: __, ...call } = note;
  const failure = { kind: "killed", message: "The run ended while this was asked." };
  const reply = { text: "", stop: "failed", failure } as const;
  return { ...call, kind: "reply", settings: {}, sample: 0, prompt: "", charge: true, reply };
}
