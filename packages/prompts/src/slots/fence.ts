/** An untrusted text under a heading of one line. */
export interface FencedText {
  readonly heading: string;
  readonly text: string;
}

/**
 * Each text under its heading, between lines of backticks: three, or one more than the longest run
 * in any text.
 */
export function fenced(texts: readonly FencedText[]): string {
  const runs = texts.flatMap(({ text }) => text.match(/`{3,}/g) ?? []);
  const line = "`".repeat(Math.max(2, ...runs.map((run) => run.length)) + 1);
  return texts.map(({ heading, text }) => `${heading}\n${line}\n${text}\n${line}`).join("\n\n");
}

/** The inverse of {@link fenced}; `undefined` for a text of another form. */
export function readFenced(written: string): readonly FencedText[] | undefined {
  const [, line] = /\n(`{3,})\n/.exec(written) ?? [];
  if (line === undefined) return undefined;
  const parts = written.split(line);
  const texts = parts.flatMap((part, i) =>
    i % 2 === 1 ? [{ heading: parts[i - 1]!.trim(), text: part.slice(1, -1) }] : [],
  );
  // If other text that resembles the prompt got in, `undefined` is better than a wrong reading.
  return fenced(texts) === written ? texts : undefined;
}
