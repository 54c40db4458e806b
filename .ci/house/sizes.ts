import { posix } from "node:path";
import { parseSync, visitorKeys } from "oxc-parser";
import { exportedNames } from "./exported-names.ts";
import { manifestsOf } from "./imports.ts";
import { isMaintained, isSource, packageOf, type RepositoryFile } from "./repository-file.ts";

/**
 * How large a package, an app or a check is: its code without tests, and the nodes of their syntax
 * trees. Packing lines moves none of them.
 */
export interface PackageSize {
  readonly home: string;
  readonly files: number;
  readonly nodes: number;
}

/** The sizes of all packages, apps and checks, in the order of their paths. */
export function packageSizes(files: readonly RepositoryFile[]): PackageSize[] {
  const sources = files.filter(({ path }) => isMaintained(path));
  const byPackage = Object.groupBy(sources, ({ path }) => packageOf(path));
  return Object.entries(byPackage)
    .map(([home, inside = []]) => {
      const nodes = inside.map(({ path, text }) => countNodes(parseSync(path, text).program));
      return { home, files: inside.length, nodes: nodes.reduce((sum, count) => sum + count, 0) };
    })
    .toSorted((a, b) => (a.home < b.home ? -1 : 1));
}

/**
 * How many names each entry point exports, under what one writes to import it, as
 * `@promptnce/providers/run`.
 */
export function exportsByEntryPoint(files: readonly RepositoryFile[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [home, { name, exports = {} }] of manifestsOf(files)) {
    for (const [entry, target] of Object.entries(exports)) {
      const path = posix.join(home, target);
      if (isSource(path)) counts.set(posix.join(name, entry), exportedNames(path, files).size);
    }
  }
  return counts;
}

/** What is read of a command of commander. */
export interface CountedCommand {
  readonly name: () => string;
  readonly options: readonly unknown[];
  readonly commands: readonly CountedCommand[];
}

/** How many options a command takes, and each command below it, under what one types. */
export function optionsByCommand(command: CountedCommand, above = ""): Map<string, number> {
  const typed = `${above} ${command.name()}`.trim();
  const below = command.commands.flatMap((one) => [...optionsByCommand(one, typed)]);
  return new Map([[typed, command.options.length], ...below]);
}

interface SyntaxNode {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** A node and all below it. */
function countNodes(node: object): number {
  const { type, ...fields } = node as SyntaxNode;
  const children = (visitorKeys[type] ?? []).flatMap((key) => fields[key]);
  return children.filter(isNode).reduce((sum, child) => sum + countNodes(child), 1);
}

function isNode(child: unknown): child is SyntaxNode {
  return typeof child === "object" && child !== null;
}
