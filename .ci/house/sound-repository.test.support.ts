import { inspectHouse } from "./house.ts";
import { PAGE, writePage } from "./page.ts";

export type Tree = Readonly<Record<string, string>>;

export const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
export const room = (...uses: string[]) => ({ holds: "what it holds", uses });
export const manifest = (name: string, ...needs: string[]): string =>
  json({
    name: `@promptnce/${name}`,
    exports: { ".": "./src/index.ts" },
    dependencies: Object.fromEntries(needs.map((need) => [`@promptnce/${need}`, "workspace:^"])),
  });

/** A repository that keeps every rule. */
export const sound: Tree = {
  ".ci/house/packages.json": json({
    "packages/core": room(),
    "packages/prompts": room("packages/core"),
    "packages/datasets": room("packages/core"),
    "apps/bench": room("packages/core"),
    "apps/cli": room("packages/core", "packages/prompts"),
  }),
  [PAGE]:
    "# Architecture\n\n<!-- rooms: written by `pnpm house --write` -->\n<!-- /rooms -->\n\nAnd so on.\n",
  "packages/core/package.json": manifest("core"),
  "packages/core/rooms.json": json({
    "types.ts": room(),
    numerics: room("types.ts"),
    statistics: room("types.ts", "numerics"),
  }),
  "packages/core/src/index.ts":
    'export type { Pair } from "./types.ts";\nexport { pmi } from "./statistics/pmi.ts";\n',
  "packages/core/src/types.ts": "export interface Pair {}\n",
  "packages/core/src/numerics/ties.ts": 'import type { Pair } from "../types.ts";\n',
  "packages/core/src/statistics/pmi.ts": 'import { ties } from "../numerics/ties.ts";\n',
  "packages/core/src/numerics/ties.test.ts": 'import { pmi } from "../statistics/pmi.ts";\n',
  "packages/prompts/package.json": manifest("prompts", "core"),
  "packages/prompts/rooms.json": json({ slots: room() }),
  "packages/prompts/src/index.ts": 'export { quote } from "./slots/quote.ts";\n',
  "packages/prompts/src/slots/quote.ts": 'import type { Pair } from "@promptnce/core";\n',
  "packages/datasets/package.json": manifest("datasets", "core"),
  "packages/datasets/rooms.json": json({}),
  "packages/datasets/src/index.ts": "export const none = 0;\n",
  "apps/bench/package.json": manifest("bench", "core"),
  "apps/bench/rooms.json": json({}),
  "apps/bench/src/index.ts": "export const page = 0;\n",
  "apps/cli/package.json": manifest("cli", "core", "prompts"),
  "apps/cli/rooms.json": json({}),
  "apps/cli/src/main.ts": 'import { quote } from "@promptnce/prompts";\n',
};

export const filesOf = (tree: Tree) => Object.entries(tree).map(([path, text]) => ({ path, text }));

/** A repository with the page of its tables. */
export function written(tree: Tree): Tree {
  return { ...tree, [PAGE]: writePage(filesOf(tree)) };
}

/** The faults of the sound repository with these files put in; `undefined` takes one out. */
export function faultsWith(planted: Readonly<Record<string, string | undefined>>): string[] {
  const entries = Object.entries({ ...sound, ...planted }).filter(([, text]) => text !== undefined);
  return inspectHouse(filesOf(written(Object.fromEntries(entries) as Tree)));
}

export const named = (count: number, name: (n: number) => string): Tree =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [name(n), `export const n = ${n};\n`]),
  );
