import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { inspectHouse } from "./house.ts";
import { PAGE, writePage } from "./page.ts";

type Tree = Readonly<Record<string, string>>;

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
const room = (...uses: string[]) => ({ holds: "what it holds", uses });
const manifest = (name: string, ...needs: string[]): string =>
  json({
    name: `@promptnce/${name}`,
    exports: { ".": "./src/index.ts" },
    dependencies: Object.fromEntries(needs.map((need) => [`@promptnce/${need}`, "workspace:^"])),
  });

/** A repository that keeps every rule. */
const sound: Tree = {
  ".ci/house/ceilings.json": json({ ".": 100, "apps/cli": 10, "*.md": 10 }),
  ".ci/house/packages.json": json({
    "packages/core": room(),
    "packages/prompts": room("packages/core"),
    "packages/datasets": room("packages/core"),
    "apps/bench": room("packages/core"),
    "apps/cli": room("packages/core", "packages/prompts"),
  }),
  [PAGE]: "# Architecture\n\n<!-- rooms: written by `pnpm house --write` -->\n<!-- /rooms -->\n\nAnd so on.\n",
  "packages/core/package.json": manifest("core"),
  "packages/core/rooms.json": json({
    "types.ts": room(),
    numerics: room("types.ts"),
    statistics: { ...room("types.ts", "numerics"), public: true },
  }),
  "packages/core/src/index.ts": 'export type { Pair } from "./types.ts";\nexport { pmi } from "./statistics/pmi.ts";\n',
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

const filesOf = (tree: Tree) => Object.entries(tree).map(([path, text]) => ({ path, text }));

/** A repository with the page of its tables. */
function written(tree: Tree): Tree {
  return { ...tree, [PAGE]: writePage(filesOf(tree)) };
}

/** The faults of the sound repository with these files put in; `undefined` takes one out. */
function faultsWith(planted: Readonly<Record<string, string | undefined>>): string[] {
  const entries = Object.entries({ ...sound, ...planted }).filter(([, text]) => text !== undefined);
  return inspectHouse(filesOf(written(Object.fromEntries(entries) as Tree))).faults;
}

const named = (count: number, name: (n: number) => string): Tree =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [name(n), `export const n = ${n};\n`]));

it("passes a repository that keeps every rule, and says what it counted", () => {
  expect(inspectHouse(filesOf(written(sound)))).toEqual({
    faults: [],
    lines: [
      "all sources: 10 lines, 90 under the ceiling of 100",
      "apps/cli: 1 lines, 9 under the ceiling of 10",
      "documents: 4 words, of at most 10",
      "0 comments `prettier-ignore` or `oxfmt-ignore`, of at most 20",
    ],
  });
});

describe("a folder", () => {
  it("holds 16 sources at most, however many tests stand beside them", () => {
    const sources = (count: number) => named(count, (n) => `packages/prompts/src/slots/slot-${n}.ts`);
    const tests = {
      ...named(20, (n) => `packages/prompts/src/slots/slot-${n}.test.ts`),
      ...named(20, (n) => `packages/prompts/src/slots/slot-${n}.test.support.ts`),
    };
    expect(faultsWith({ ...sources(15), ...tests })).toEqual([]);
    expect(faultsWith({ ...sources(16), ...tests })).toEqual([
      "packages/prompts/src/slots holds 17 sources, of at most 16: move those that change together into a room of their own, or helpers to their only caller.",
    ]);
  });

  it("holds any number where it is public, if index.ts names each", () => {
    const path = (n: number) => `packages/core/src/statistics/s${n}.ts`;
    const all = Array.from({ length: 20 }, (_, n) => `export { n as n${n} } from "./statistics/s${n}.ts";\n`);
    const index = `${sound["packages/core/src/index.ts"]}${all.join("")}`;
    expect(faultsWith({ ...named(20, path), "packages/core/src/index.ts": index })).toEqual([]);
    expect(faultsWith(named(1, path))).toEqual([
      "packages/core/src/statistics/s0.ts is not named in packages/core/src/index.ts, but packages/core/rooms.json calls its room public: export it, or move it.",
    ]);
  });

  it("is named in the table of its package", () => {
    expect(faultsWith({ "packages/prompts/src/tasks/words/words.ts": 'import "../../slots/quote.ts";\n' })).toEqual([
      'packages/prompts/rooms.json does not name "tasks/words": add a line that says what it holds and uses, above all that use it.',
    ]);
  });
});

describe("a room", () => {
  const noImport = "export const pmi = 0;\n";
  const upward =
    'packages/core/src/numerics/ties.ts imports packages/core/src/statistics/pmi.ts, but packages/core/rooms.json does not let "numerics" use "statistics": move what both need into a room below, or hand it over as an argument.';

  it.each([
    ["statically", 'import { pmi } from "../statistics/pmi.ts";\n'],
    ["for types", 'import type { pmi } from "../statistics/pmi.ts";\n'],
    ["for its effects", 'import "../statistics/pmi.ts";\n'],
    ["by a re-export", 'export { pmi } from "../statistics/pmi.ts";\n'],
    ["by a re-export of all", 'export * from "../statistics/pmi.ts";\n'],
    ["dynamically", 'const pmi = await import("../statistics/pmi.ts");\n'],
    ["within a type", 'type Pmi = typeof import("../statistics/pmi.ts").pmi;\n'],
  ])("imports no room above it, %s", (_, text) => {
    const planted = { "packages/core/src/numerics/ties.ts": text, "packages/core/src/statistics/pmi.ts": noImport };
    expect(faultsWith(planted)).toEqual([upward]);
  });

  it("imports a room below it only where the table says so", () => {
    const rooms = { "types.ts": room(), numerics: room("types.ts"), statistics: { ...room("types.ts"), public: true } };
    expect(faultsWith({ "packages/core/rooms.json": json(rooms) })).toEqual([
      'packages/core/src/statistics/pmi.ts imports packages/core/src/numerics/ties.ts, but packages/core/rooms.json does not let "statistics" use "numerics": name it in the `uses` of "statistics", or do without.',
    ]);
  });

  it.each(['import { quote } from "../index.ts";\n', 'import { quote } from "@promptnce/prompts";\n'])(
    "does not import the top of its package: %s",
    (text) => {
      expect(faultsWith({ "packages/prompts/src/slots/fence.ts": text })).toEqual([
        'packages/prompts/src/slots/fence.ts imports packages/prompts/src/index.ts, but packages/prompts/rooms.json does not let "slots" use "the top": move what both need into a room below, or hand it over as an argument.',
      ]);
    },
  );

  it("uses, by its table, only what stands above it there", () => {
    const rooms = json({ slots: room("reading"), reading: room() });
    expect(faultsWith({ "packages/prompts/rooms.json": rooms, "packages/prompts/src/reading/read.ts": "" })).toEqual([
      'packages/prompts/rooms.json: "slots" may not use "reading", which no line above it names: put it above, or take it out.',
    ]);
  });

  it("has sources", () => {
    expect(faultsWith({ "packages/prompts/rooms.json": json({ slots: room(), reading: room() }) })).toEqual([
      'packages/prompts/rooms.json: "reading" has no sources: take the line out, or give it the name that the folder has now.',
    ]);
  });
});

describe("a table of rooms", () => {
  it("is there", () => {
    expect(faultsWith({ "packages/prompts/rooms.json": undefined })).toEqual([
      "packages/prompts/rooms.json is missing: write it, a line a folder of packages/prompts/src, lowest first.",
    ]);
  });

  it.each([{ uses: [] }, { holds: "text" }, { holds: "text", uses: [1] }, { ...room(), hides: true }])(
    "has lines of one form, and not %j",
    (line) => {
      expect(() => faultsWith({ "packages/prompts/rooms.json": json({ slots: line }) })).toThrow(
        'packages/prompts/rooms.json: "slots" is to have a text `holds`, a list `uses`, maybe `public`, and no more.',
      );
    },
  );

  it("is JSON", () => {
    expect(() => faultsWith({ "packages/prompts/rooms.json": "{" })).toThrow(
      "packages/prompts/rooms.json is no JSON: mend it.",
    );
  });

  it("is printed by the page", () => {
    const tree = written(sound);
    expect(tree[PAGE]).toContain("### packages/prompts\n\n| room    | holds         | may use |\n");
    const stale = { ...tree, "packages/prompts/rooms.json": json({ slots: { ...room(), holds: "something else" } }) };
    expect(inspectHouse(filesOf(stale)).faults).toEqual([
      "docs/architecture.md prints other tables than there are: run `npx pnpm@12 house --write`.",
    ]);
  });
});

describe("a package", () => {
  const importsCore = (from: string): Tree => ({ [from]: 'import { pmi } from "@promptnce/core";\n' });

  it("imports no other than its line in the table names, so that there is no circle", () => {
    const planted = {
      "packages/core/package.json": manifest("core", "prompts"),
      "packages/core/src/numerics/ties.test.ts": 'import { quote } from "@promptnce/prompts";\n',
    };
    expect(faultsWith(planted)).toEqual([
      'packages/core/src/numerics/ties.test.ts imports packages/prompts/src/index.ts, but .ci/house/packages.json does not let "packages/core" use "packages/prompts": move what both need into a room below, or hand it over as an argument.',
    ]);
  });

  it.each(["packages/prompts/src/slots/quote.ts", "apps/cli/src/main.ts"])("imports no app: %s", (from) => {
    expect(faultsWith({ [from]: 'import { page } from "@promptnce/bench";\n' })).toEqual([
      `${from} imports apps/bench/src/index.ts, of an app, which nothing may: move what both need into a package.`,
    ]);
  });

  it("declares what it imports; for development what a test needs, and what is private and bundled", () => {
    const undeclared = manifest("datasets");
    const forTests = json({ name: "@promptnce/datasets", devDependencies: { "@promptnce/core": "workspace:^" } });
    const [source, test] = ["packages/datasets/src/index.ts", "packages/datasets/src/index.test.ts"];
    const fault = (path: string) =>
      `${path} imports @promptnce/core, which packages/datasets/package.json does not declare: add it to its dependencies.`;
    expect(faultsWith(importsCore(source))).toEqual([]);
    expect(faultsWith({ ...importsCore(source), "packages/datasets/package.json": undeclared })).toEqual([
      fault(source),
    ]);
    expect(faultsWith({ ...importsCore(test), "packages/datasets/package.json": undeclared })).toEqual([fault(test)]);
    expect(faultsWith({ ...importsCore(source), "packages/datasets/package.json": forTests })).toEqual([fault(source)]);
    expect(faultsWith({ ...importsCore(test), "packages/datasets/package.json": forTests })).toEqual([]);

    const hidden = json({ ...(JSON.parse(manifest("core")) as object), private: true });
    const bundled = { "packages/core/package.json": hidden, "packages/datasets/package.json": forTests };
    expect(faultsWith({ ...importsCore(source), ...bundled })).toEqual([]);
  });

  it("imports another also where it does by a name of its own for it", () => {
    const own = json({ ...(JSON.parse(manifest("prompts")) as object), imports: { "#core": "@promptnce/core" } });
    const path = "packages/prompts/src/slots/quote.ts";
    const planted = { "packages/prompts/package.json": own, [path]: 'import type { Pair } from "#core";\n' };
    expect(faultsWith(planted)).toEqual([
      `${path} imports @promptnce/core, which packages/prompts/package.json does not declare: add it to its dependencies.`,
    ]);
  });

  it("reaches into another by its name alone", () => {
    const text = 'import { pmi } from "../../../core/src/statistics/pmi.ts";\n';
    expect(faultsWith({ "packages/prompts/src/slots/quote.ts": text })).toEqual([
      "packages/prompts/src/slots/quote.ts reaches into packages/core by ../../../core/src/statistics/pmi.ts: import it by the package's name.",
    ]);
  });

  it("has a line in the table of packages", () => {
    const planted = {
      "packages/rows/package.json": manifest("rows"),
      "packages/rows/rooms.json": json({}),
      "packages/rows/src/index.ts": "export const rows = 0;\n",
    };
    expect(faultsWith(planted)).toEqual([
      '.ci/house/packages.json does not name "packages/rows": add a line that says what it holds and uses, above all that use it.',
    ]);
  });
});

describe("what is counted", () => {
  it("is the lines of sources, of all and of an app", () => {
    const ceilings = { ".ci/house/ceilings.json": json({ ".": 10, "apps/cli": 0 }) };
    const tests = { "apps/cli/src/main.test.ts": "\n\n\n", "apps/cli/src/rig.test.support.ts": "\n\n\n" };
    const above = (what: string) =>
      `${what} in .ci/house/ceilings.json: take lines away elsewhere, or raise it in a commit that says by how much and why.`;
    expect(faultsWith({ ...ceilings, ...tests })).toEqual([above("apps/cli: 1 lines, 1 above the ceiling of 0")]);
    expect(faultsWith({ ...ceilings, "apps/cli/src/main.ts": "", "packages/core/src/types.ts": "\n\n\n" })).toEqual([
      above("all sources: 11 lines, 1 above the ceiling of 10"),
    ]);
  });

  it("is comments that keep the formatter away, 20 at most", () => {
    const ignoring = (count: number): Tree => ({
      "docs/tasks.md": `<!-- ${"oxfmt"}-ignore -->\n`,
      "packages/core/perf/main.ts": `// ${"prettier"}-ignore\n`.repeat(count - 1),
    });
    expect(faultsWith(ignoring(20))).toEqual([]);
    expect(faultsWith(ignoring(21))).toEqual([
      "21 comments `prettier-ignore` or `oxfmt-ignore`, of at most 20: let the formatter have its way in docs/tasks.md, packages/core/perf/main.ts.",
    ]);
  });
});

describe("the documents", () => {
  const words = (count: number): string => `${"word ".repeat(count)}\n`;
  const table = `| a | b |\n| - | - |\n| c | d |\n`;

  it("have a ceiling of words, together", () => {
    expect(faultsWith({ "README.md": words(3), "docs/tasks.md": words(3) })).toEqual([]);
    expect(faultsWith({ "README.md": words(3), "docs/tasks.md": words(4) })).toEqual([
      "documents: 11 words, 1 above the ceiling of 10: say less, or say it in a help text. The longest are docs/architecture.md (4), docs/tasks.md (4), README.md (3).",
    ]);
  });

  it("are counted without code, and without tables where a command writes them", () => {
    const code = `\`\`\`sh\n${words(20)}\`\`\`\n`;
    expect(faultsWith({ "README.md": `${code}${words(6)}${code}` })).toEqual([]);
    expect(faultsWith({ "docs/performance.md": `${words(6)}${table.repeat(9)}` })).toEqual([]);
    expect(faultsWith({ "docs/tasks.md": `${words(3)}${table}` })).toEqual([
      expect.stringContaining("documents: 11 words"),
    ]);
  });

  it("are no changesets, changelogs or licences, and no marks of Markdown", () => {
    const others = { ".changeset/a.md": words(9), "packages/core/CHANGELOG.md": words(9), "LICENSE.md": words(9) };
    expect(faultsWith({ ...others, "README.md": "# - * — |\n" })).toEqual([]);
  });
});

describe("the program", () => {
  function repository(tree: Tree): { folder: string; run: (...args: string[]) => ReturnType<typeof spawnSync> } {
    const folder = mkdtempSync(join(tmpdir(), "promptnce-house-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const [path, text] of Object.entries(tree)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    execFileSync("git", ["init", "--quiet"], { cwd: folder });
    const main = join(import.meta.dirname, "main.ts");
    return {
      folder,
      run: (...args) => spawnSync(process.execPath, [main, folder, ...args], { encoding: "utf8" }),
    };
  }

  it("writes the page, and ends with 1 where there is a fault", () => {
    const { folder, run } = repository(sound);
    expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining("✗ docs/architecture.md prints other") });
    expect(run("--write")).toMatchObject({ status: 0, stderr: "", stdout: expect.stringContaining("90 under") });
    expect(readFileSync(join(folder, PAGE), "utf8")).toBe(written(sound)[PAGE]);
  });

  it("says in a sentence what it cannot read", () => {
    const { run } = repository({ ...sound, "packages/prompts/rooms.json": "{" });
    expect(run()).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^✗ packages\/prompts\/rooms\.json is no JSON: mend it\..*\n$/),
    });
  });
});
