import { readFile } from "node:fs/promises";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");

/** A published package: its folder in the workspace and its name. */
export interface Published {
  readonly folder: string;
  readonly name: string;
}

export const command: Published = { folder: join(root, "apps/cli"), name: "@promptnce/cli" };

export const libraries: readonly Published[] = [
  "core",
  "prompts",
  "providers",
  "engine",
  "postgres",
  "datasets",
  "case-study",
  "rows",
].map((name) => ({ folder: join(root, "packages", name), name: `@promptnce/${name}` }));

/** Documents of the whole repository whose programs are run like those of the packages' READMEs. */
export const documents: ReadonlyMap<string, string> = new Map([
  ["developers", join(root, "docs/developers.md")],
  ["contributing", join(root, "CONTRIBUTING.md")],
]);

/** The oldest Node version that the command supports, as npm's `node@…`. */
export async function oldestNode(): Promise<string> {
  const manifest = JSON.parse(await readFile(join(command.folder, "package.json"), "utf8")) as {
    engines: { node: string };
  };
  const [, version] = /^>=(\d+\.\d+)/.exec(manifest.engines.node) ?? [];
  if (version === undefined) throw new Error(`no least version in "${manifest.engines.node}"`);
  return `node@${version}`;
}
