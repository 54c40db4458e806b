import { fencedBlocks, firstProgram } from "@promptnce/testing/markdown";

/** The program in a README, with its promised output. */
export interface ReadmeExample {
  readonly code: string;
  readonly output?: string;
  /**
   * The files that the program reads: blocks of the README with a name in their header, such as
   * `csv pairs.csv`.
   */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * The first TypeScript program of a README, with the text block that follows before any block but
 * those of a shell.
 *
 * @throws Error if there is none, because every package must show its use
 */
export function readmeExample(readme: string): ReadmeExample {
  const { code, output } = firstProgram(readme);
  if (code === "") throw new Error("the README has no block of TypeScript");
  const named = fencedBlocks(readme).filter(
    ({ language, title }) => language !== "ts" && title !== "",
  );
  const files = new Map(named.map(({ title, text }) => [title, text]));
  return output === undefined ? { code, files } : { code, output, files };
}
