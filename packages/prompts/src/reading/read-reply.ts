import { jsonObjects } from "./json-objects.ts";
import { matchKeys, type Matched } from "./match-keys.ts";
import { parseObject } from "./parse-object.ts";

/**
 * The numbers that a reply gives for the names asked for. The reply may be prose around JSON: of all its objects the
 * last that fits is read, and one fits if it has every name, once and with a number. If none does, the reason is that
 * of the last object. The policy is docs/reading.md.
 */
export function readReply(reply: string, names: readonly string[]): Matched {
  const texts = jsonObjects(reply);
  if (texts === undefined) return { ok: false, reason: "the reply is cut off: an object is opened and not closed" };
  const attempts = texts.toReversed().map((text) => readObject(text, names));
  return attempts.find((attempt) => attempt.ok) ?? attempts[0] ?? { ok: false, reason: "the reply has no JSON object" };
}

function readObject(text: string, names: readonly string[]): Matched {
  const parsed = parseObject(text);
  const matched = parsed.ok ? matchKeys(parsed.entries, names) : parsed;
  if (!matched.ok) return { ok: false, reason: `the reply does not fit: ${matched.reason}` };
  return parsed.ok ? { ...matched, notes: [...parsed.notes, ...matched.notes] } : matched;
}
