import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "./command.ts";
import { median, printTable } from "./print-table.ts";

const RUNS = 15;
const OPTIONS = ["--version", "--help"];
const FORMS = [
  { form: "published", main: join(import.meta.dirname, "../../cli/dist/main.js") },
  { form: "from sources", main: join(import.meta.dirname, "../../cli/src/main.js") },
];

/**
 * Prints the command's startup time in milliseconds beyond that of an empty Node process, with a
 * full compile cache and, for the first start, with an empty one.
 */
export async function printStart(): Promise<void> {
  const rows: string[][] = [];
  for (const { form, main } of FORMS) {
    if (!existsSync(main)) throw new Error(`${main} is missing: run npx pnpm@12 build first.`);
    const figures: string[] = [];
    for (const isFirst of [false, true]) {
      for (const option of OPTIONS) {
        figures.push((await overEmptyNode([main, option], isFirst)).toFixed(0));
      }
    }
    rows.push([form, ...figures]);
  }
  const times = ["", "the first time, "].flatMap((when) => OPTIONS.map((name) => when + name));
  printTable("Start", ["form", ...times], rows);
}

/** Alternates with an empty Node process, because other load on the machine slows both alike. */
async function overEmptyNode(args: readonly string[], isFirst: boolean): Promise<number> {
  await using folder = await newFolder();
  const cache = join(folder.path, "cache");
  if (!isFirst) milliseconds(args, cache);
  const rounds = Array.from({ length: RUNS }, (_, round) => ({
    empty: milliseconds(["--eval", ""], cache),
    full: milliseconds(args, isFirst ? join(folder.path, String(round)) : cache),
  }));
  return median(rounds.map(({ full }) => full)) - median(rounds.map(({ empty }) => empty));
}

function milliseconds(args: readonly string[], cache: string): number {
  const env = { ...process.env, NODE_COMPILE_CACHE: cache };
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`);
  return performance.now() - start;
}
