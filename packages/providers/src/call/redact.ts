/**
 * Matches what looks like a vendor's key, even partly masked, and the user and password of an
 * address.
 */
const LIKE_A_KEY =
  /\b(?:(?:[a-z]{0,3}[sp]k|key)[-_]|Bearer )[\w*.-]{6,}|(?<=:\/\/)[^\s/]+(?=@)|[\w.-]*\*{3,}[\w*.-]*/g;

/** The number of characters shown of a vendor's message. */
const LENGTH = 300;

/** A vendor's message on one line, cut to 300 characters, with keys and passwords removed. */
export function redact(message: string, key: string | null | undefined): string {
  const open = key ? withoutKey(message, key) : message;
  const line = open.replace(LIKE_A_KEY, "[key]").replace(/\s+/g, " ").trim();
  return line.length > LENGTH ? `${line.slice(0, LENGTH)}…` : line;
}

/** The characters of a key's beginning or end that give it away. */
const TELLING = 6;

/** The message without the key, and without words that begin or end as it does, as masked ones. */
function withoutKey(message: string, key: string): string {
  const whole = message.replaceAll(key, "[key]");
  if (key.length < 2 * TELLING) return whole;
  const [start, end] = [key.slice(0, TELLING), key.slice(-TELLING)];
  return whole.replace(/[\w*.…-]{8,}/g, (word) =>
    word.startsWith(start) || word.replace(/\.$/, "").endsWith(end) ? "[key]" : word,
  );
}
