/**
 * The text of pieces with one way to end a line, `\n`, where a file mixes them; no piece ends
 * between the two characters of one end.
 */
export async function* wholeLineEnds(text: AsyncIterable<string>): AsyncGenerator<string> {
  let held = "";
  for await (const piece of text) {
    const whole = held + piece;
    held = whole.endsWith("\r") ? "\r" : "";
    yield held === "" ? whole : whole.slice(0, -1);
  }
  yield held;
}

/**
 * Delimited text, from the start of a row, in which `\n` ends each row that LF, CR or CRLF ended.
 * What stands within quotes is kept. A quotation mark opens a field only at its start.
 */
export function evenRowEnds(text: string, delimiter: string): string {
  const parts: string[] = [];
  let from = 0;
  let quote = text.indexOf('"');
  while (quote !== -1) {
    const isOpening = quote === 0 || `${delimiter}\r\n`.includes(text.charAt(quote - 1));
    const end = isOpening ? closingQuote(text, quote) : quote;
    if (isOpening) {
      parts.push(evenLineEnds(text.slice(from, quote)), text.slice(quote, end + 1));
      from = end + 1;
    }
    quote = text.indexOf('"', end + 1);
  }
  parts.push(evenLineEnds(text.slice(from)));
  return parts.join("");
}

/** Whether a text has a CR without an LF. A search from CR to CR is the quickest way to know. */
export function hasLoneReturn(text: string): boolean {
  let at = text.indexOf("\r");
  while (at !== -1) {
    if (text.charAt(at + 1) !== "\n") return true;
    at = text.indexOf("\r", at + 2);
  }
  return false;
}

/** Text in which `\n` ends each line. */
export function evenLineEnds(text: string): string {
  return text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text;
}

/** The place of the mark that closes the field opened at `quote`; the last place if none does. */
function closingQuote(text: string, quote: number): number {
  let end = text.indexOf('"', quote + 1);
  while (end !== -1 && text.charAt(end + 1) === '"') {
    end = text.indexOf('"', end + 2);
  }
  return end === -1 ? text.length - 1 : end;
}
