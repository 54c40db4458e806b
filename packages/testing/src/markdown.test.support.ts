import { lexer, type Token, walkTokens } from "marked";

/** A fenced block of a Markdown document. */
export interface FencedBlock {
  readonly language: string;
  /** The text after the language, such as a file name. */
  readonly title: string;
  readonly text: string;
}

/** The fenced blocks that name a language, in document order. */
export function fencedBlocks(markdown: string): FencedBlock[] {
  return markdownTokens(markdown, "code").flatMap(({ lang = "", text }) => {
    const [language = "", ...title] = lang.split(" ");
    return language === "" ? [] : [{ language, title: title.join(" "), text: `${text}\n` }];
  });
}

/** The first program in TypeScript, and the text block that follows it before any other program. */
export function firstProgram(markdown: string): { code: string; output: string | undefined } {
  const blocks = fencedBlocks(markdown);
  const place = blocks.findIndex(({ language }) => language === "ts");
  const next = blocks.slice(place + 1).find(({ language }) => language !== "sh");
  return {
    code: blocks[place]?.text ?? "",
    output: next?.language === "text" ? next.text : undefined,
  };
}

/** All tokens of a type, nested ones included, in document order. */
export function markdownTokens<Type extends Token["type"]>(
  markdown: string,
  type: Type,
): Extract<Token, { type: Type }>[] {
  const found: Extract<Token, { type: Type }>[] = [];
  void walkTokens(lexer(markdown), (token) => {
    if (token.type === type) found.push(token as Extract<Token, { type: Type }>);
  });
  return found;
}
