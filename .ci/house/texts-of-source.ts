import { parseSync, Visitor } from "oxc-parser";

/** A piece of a source, and where it begins. */
export interface SourcePart {
  readonly text: string;
  readonly start: number;
}

/** The texts of a source (literals, templates, JSX), and its comments. */
export function textsOfSource(
  path: string,
  source: string,
): { readonly texts: readonly SourcePart[]; readonly comments: readonly SourcePart[] } {
  const partAt = ({ start, end }: { readonly start: number; readonly end: number }): SourcePart => {
    return { text: source.slice(start, end), start };
  };
  const { program, comments } = parseSync(path, source);
  const texts: SourcePart[] = [];
  const add = (node: { readonly start: number; readonly end: number }): void =>
    void texts.push(partAt(node));
  new Visitor({ Literal: add, TemplateLiteral: add, JSXText: add }).visit(program);
  return { texts, comments: comments.map(partAt) };
}

/** The number of the line, from 1, that holds the character at this offset. */
export function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split("\n").length;
}
