import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { inspectHouse } from "./house.ts";
import { PAGE, writePage } from "./page.ts";
import type { RepositoryFile } from "./repository-file.ts";
import {
  type CountedCommand,
  exportsByEntryPoint,
  optionsByCommand,
  packageSizes,
} from "./sizes.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: "boolean", default: false },
  },
});
const PROGRAM = ".ci/house/main.ts";
const [root = join(import.meta.dirname, "../..")] = positionals;

/** What git tracks and what it would track, so that a file counts before it is added. */
function readRepository(): RepositoryFile[] {
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const paths = execFileSync("git", list, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  }).split("\0");
  return paths
    .filter(
      (path) =>
        /\.(ts|tsx|js|mjs|json|md|ya?ml|html|css)$/.test(path) && existsSync(join(root, path)),
    )
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** The command that is published, and the bench; neither where the repository lacks its module. */
async function readCommands(): Promise<CountedCommand[]> {
  const makers: readonly (readonly [path: string, maker: string, takes: object])[] = [
    ["apps/cli/src/program.ts", "program", []],
    ["apps/bench/src/run/arguments.ts", "benchProgram", {}],
  ];
  const found = makers.filter(([path]) => existsSync(join(root, path)));
  return Promise.all(
    found.map(async ([path, maker, takes]) => {
      const { href } = pathToFileURL(join(root, path));
      const module = (await import(href)) as Record<
        string,
        (takes: object) => CountedCommand | Promise<CountedCommand>
      >;
      const make = module[maker];
      if (make === undefined)
        throw new Error(`${path} exports no ${maker}: name it in ${PROGRAM}.`);
      return make(takes);
    }),
  );
}

/** Prints a block of numbers under its title; none of them is a ceiling. */
function printCounts(title: string, counts: Iterable<readonly [string, ...number[]]>): void {
  const lines = [...counts].map(([name, ...numbers]) => {
    return `  ${numbers.map((count) => String(count).padStart(6)).join(" ")}  ${name}`;
  });
  console.log([`${title}:`, ...lines, ""].join("\n"));
}

try {
  if (values.write) writeFileSync(join(root, PAGE), writePage(readRepository()));
  const files = readRepository();
  const commands = await readCommands();
  const sizes = packageSizes(files).map(({ home, files: count, nodes }) => {
    return [home, count, nodes] as const;
  });
  const total = sizes.reduce((sum, [, , nodes]) => sum + nodes, 0);
  const count = sizes.reduce((sum, [, inside]) => sum + inside, 0);
  printCounts("files and syntax nodes without tests", [...sizes, ["in all", count, total]]);
  printCounts("exports by entry point", exportsByEntryPoint(files));
  printCounts(
    "options by command",
    commands.flatMap((command) => [...optionsByCommand(command)]),
  );

  const faults = inspectHouse(files);
  for (const fault of faults) {
    console.error(`✗ ${fault}`);
  }
  if (faults.length > 0)
    console.error(`${faults.length} against the rules of the house (CONTRIBUTING.md)`);
  process.exitCode = faults.length > 0 ? 1 : 0;
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
