import { jsonObjects } from "./json-objects.ts";
import { matchKeys, type Matched } from "./match-keys.ts";
import { parseObject } from "./parse-object.ts";
import { lastDigit } from "./spelled-number.ts";

/**
 * The numbers that a reply gives for the names asked for. The reply may be prose around JSON: of all its objects the
 * last that fits is read, and one fits if it has every name, once and with a number. If none does, the reason is that
 * of the last object. Of one that is cut off, the members that are whole are read if they fit, which is noted. The
 * policy is docs/reading.md.
 */
export function readReply(reply: string, names: readonly string[]): Matched {
  const { texts, cut } = jsonObjects(reply);
  const attempts = texts.toReversed().map((text) => readObject(text, names));
  const fitting = attempts.find((attempt) => attempt.ok);
  if (!cut) return fitting ?? attempts[0] ?? { ok: false, reason: "the reply has no JSON object" };
  if (fitting === undefined) return { ok: false, reason: "the reply is cut off: an object is opened and not closed" };
  return { ...fitting, cut, notes: [...fitting.notes, "the reply ends in the middle, behind all that is needed"] };
}

function readObject(text: string, names: readonly string[]): Matched {
  const parsed = parseObject(text);
  const matched = parsed.ok ? matchKeys(parsed.entries, names) : parsed;
  if (!matched.ok) return { ok: false, reason: `the reply does not fit: ${matched.reason}` };
  const { values } = matched;
  return {
    ...matched,
    // Looked for only where something depends on it: most replies have no zero.
    ...(values.includes(0) && { resolution: lastDigit(text, values) }),
    ...(parsed.ok && { notes: [...parsed.notes, ...matched.notes] }),
  };
}
