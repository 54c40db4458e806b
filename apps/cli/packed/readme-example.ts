/** A program that stands in a README, and what the README says it prints. */
export interface ReadmeExample {
  readonly code: string;
  readonly output?: string;
  /** Files that it reads: blocks of a README that are headed by a name, as `csv pairs.csv`. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * The first TypeScript program of a README with the block of text that follows it before any other
 * program. Throws where there is none: every package shows what it is for.
 */
export function readmeExample(readme: string): ReadmeExample {
  const [, code, , output] =
    /^```ts\n(.*?)^```$((?:(?!^```).)*^```text\n(.*?)^```$)?/ms.exec(readme) ?? [];
  if (code === undefined) throw new Error("the README has no block of TypeScript");
  const blocks = readme.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms);
  const files = new Map(Array.from(blocks, ([, name = "", text = ""]) => [name, text]));
  return output === undefined ? { code, files } : { code, output, files };
}
