import { wrapAnsi } from "fast-wrap-ansi";

/**
 * The text with its lines wrapped between words at a terminal's width. Lines that continue go on
 * below the text they continue: behind the indentation, or in the second column of a list. A
 * command stays on its line, since it is there to be pasted, and so does a row of a table.
 */
export function wrapText(text: string, width: number): string {
  if (width === Infinity) return text;
  return text
    .split("\n")
    .map((line) => wrapLine(line, width))
    .join("\n");
}

/**
 * Writes lines for a person on standard error, wrapped at the width of its terminal. Into a file or
 * a pipe they go as they are.
 */
export function say(text: string): void {
  writeLines(process.stderr, text);
}

/** The same on standard output, where results go: for sentences, and tables among them. */
export function print(text: string): void {
  writeLines(process.stdout, text);
}

function writeLines(stream: NodeJS.WriteStream, text: string): void {
  const end = text.endsWith("\n") ? "" : "\n";
  stream.write(`${wrapText(text, stream.columns || Infinity)}${end}`);
}

/** Narrower text is not worth reading: such lines are left to the terminal. */
const NARROWEST = 20;

function wrapLine(line: string, width: number): string {
  if (isCommand(line) || line.startsWith("|")) return line;
  const [, lead = ""] = /^( *(?:[-*] |\S+(?: \S+)* {2,})?)/.exec(line) ?? [];
  if (width - lead.length < NARROWEST) return line;
  const text = line.slice(lead.length).replaceAll(/(?<=\d) (?=%)/g, NO_BREAK);
  const wrapped = wrapAnsi(text, width - lead.length).replaceAll(NO_BREAK, " ");
  return lead + wrapped.replaceAll("\n", `\n${" ".repeat(lead.length)}`);
}

/** The space that no line ends at. */
const NO_BREAK = "\u00A0";

function isCommand(line: string): boolean {
  return /^ *(?:promptnce|bench|npx) /.test(line) || /[\\|]$/.test(line);
}

/**
 * Text of a source file with each paragraph on one line, ready to be wrapped: a line continues the
 * one before it where neither is indented, or where it is indented as the second column of a list.
 */
export function unwrapped(text: string): string {
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    const before = lines.at(-1);
    if (before !== undefined && continues(before, line)) {
      lines[lines.length - 1] = `${before} ${line.trim()}`;
    } else {
      lines.push(line);
    }
  }
  return lines.join("\n");
}

function continues(before: string, line: string): boolean {
  if (before.trim() === "" || line.trim() === "" || isCommand(before)) return false;
  return /^ {5,}/.test(line) || (/^\S/.test(before) && /^\S/.test(line) && !before.endsWith(":"));
}
