/** A part of a document that a program writes: its beginning, its name, its text and its end. */
export const WRITTEN_PART: RegExp =
  /(<!-- (.*), written by `pnpm [\w-]+` -->\n)([^]*?)(<!-- \/.* -->\n)/g;

/**
 * The document with the parts of these names replaced, each between its markers.
 *
 * @throws RangeError if it lacks one
 */
export function writtenParts(document: string, parts: Readonly<Record<string, string>>): string {
  const left = new Set(Object.keys(parts));
  const written = document.replaceAll(
    WRITTEN_PART,
    (whole: string, start: string, name: string, _text: string, end: string) =>
      left.delete(name) ? `${start}\n${parts[name]}\n\n${end}` : whole,
  );
  if (left.size > 0)
    throw new RangeError(`the document lacks the markers of ${[...left].join(", ")}`);
  return written;
}
