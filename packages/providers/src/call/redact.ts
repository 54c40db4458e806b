/**
 * Matches what looks like a vendor's key, even partly masked, and the user and password of an
 * address.
 */
const LIKE_A_KEY = /\b(?:(?:sk|pk|key)[-_]|Bearer )[\w*.-]{6,}|(?<=:\/\/)[^\s/]+(?=@)/g;

/** The number of characters shown of a vendor's message. */
const LENGTH = 300;

/** A vendor's message on one line, cut to 300 characters, with keys and passwords removed. */
export function redact(message: string, key: string | null | undefined): string {
  const open = key ? message.replaceAll(key, "[key]") : message;
  const line = open.replace(LIKE_A_KEY, "[key]").replace(/\s+/g, " ").trim();
  return line.length > LENGTH ? `${line.slice(0, LENGTH)}…` : line;
}
