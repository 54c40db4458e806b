import type { JournalLine, JournalRecord, SendingNote } from "./journal-record.ts";
import type { Damage } from "./json-lines.ts";

/**
 * The records of a journal's lines in their order. After them, as a `charge` without a prompt, each call that was sent
 * and of which nothing more is noted: its run was killed, or still waits for it.
 */
export function* recordsOf(
  lines: Iterable<{ readonly value: JournalLine } | Damage>,
  onDamage: (damage: Damage) => void,
): Generator<JournalRecord> {
  const underWay = new Map<string, SendingNote>();
  for (const found of lines) {
    if (!("value" in found)) onDamage(found);
    else if (found.value.kind === "sending" && found.value.sending) underWay.set(found.value.key, found.value);
    else {
      underWay.delete(found.value.key);
      if (found.value.kind === "reply") yield found.value;
    }
  }
  const failure = { kind: "killed", message: "The run ended while this was asked." };
  for (const { kind: _, ...call } of underWay.values()) {
    const reply = { text: "", stop: "failed" as const, failure };
    yield { ...call, kind: "reply", settings: {}, sample: 0, prompt: "", charge: true, reply };
  }
}
