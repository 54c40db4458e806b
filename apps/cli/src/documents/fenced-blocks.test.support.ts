/** A fenced block of a Markdown document. */
export interface FencedBlock {
  readonly language: string;
  /** The text after the language, such as a file name. */
  readonly title: string;
  readonly text: string;
}

/** The fenced blocks in document order. */
export function fencedBlocks(markdown: string): FencedBlock[] {
  const blocks = markdown.matchAll(/^```(\S+) ?([^\n]*)\n(.*?)^```$/gms);
  return [...blocks].map(([, language = "", title = "", text = ""]) => {
    return { language, title, text };
  });
}
