/** What looks like a vendor's key, also where the vendor masked part of it; user and password of an address. */
const LIKE_A_KEY = /\b(?:(?:sk|pk|key)[-_]|Bearer )[\w*.-]{6,}|(?<=:\/\/)[^\s/]+(?=@)/g;

/** The longest part of a vendor's message that is shown. */
const LENGTH = 300;

/** A vendor's message on one line, cut to 300 characters, without anything that is a key or a password. */
export function redact(message: string, key: string | null | undefined): string {
  const open = key ? message.replaceAll(key, "[key]") : message;
  const line = open.replace(LIKE_A_KEY, "[key]").replace(/\s+/g, " ").trim();
  return line.length > LENGTH ? `${line.slice(0, LENGTH)}…` : line;
}
