import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// What the command takes before it does anything, over a Node that runs nothing: as it is published
// and from its sources, with an empty compile cache (the first time) and a full one. Ends with 1 where
// a limit is missed.

const RUNS = 15;
const options = [
  // Milliseconds over an empty Node.
  { option: "--version", limit: 80 },
  { option: "--help", limit: 120 },
] as const;

const forms = [
  { form: "published", main: join(import.meta.dirname, "../dist/main.js") },
  { form: "from sources", main: join(import.meta.dirname, "../src/main.ts") },
] as const;

function milliseconds(args: readonly string[], cache: string): number {
  const env = { ...process.env, NODE_COMPILE_CACHE: cache };
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`);
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The medians of an empty Node and of the command, run in turn: what else runs slows both alike. */
function measured(main: string, option: string, first: boolean): { empty: number; full: number } {
  const folder = mkdtempSync(join(tmpdir(), "promptnce-start-up-"));
  try {
    const cache = join(folder, "cache");
    if (!first) milliseconds([main, option], cache);
    const rounds = Array.from({ length: RUNS }, (_, i) => ({
      empty: milliseconds(["--eval", ""], cache),
      full: milliseconds([main, option], first ? join(folder, String(i)) : cache),
    }));
    return {
      empty: median(rounds.map(({ empty }) => empty)),
      full: median(rounds.map(({ full }) => full)),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const { form, main } of forms) {
  if (!existsSync(main)) throw new Error(`${main} is not there: build the command first.`);
  for (const { option, limit } of options) {
    for (const first of [true, false]) {
      const { empty, full } = measured(main, option, first);
      const over = full - empty;
      // The first time from sources nearly all of it is Node's own: it loads what strips types.
      const missed = over > limit && !(first && form === "from sources");
      const what = `${form} ${option}${first ? ", the first time" : ""}`.padEnd(40);
      const figures = `${full.toFixed(0)} ms, ${over.toFixed(0)} over an empty Node's ${empty.toFixed(0)}, ratio ${(full / empty).toFixed(1)}`;
      console.log(`${what}${figures}${missed ? `: MISSED, at most ${limit} over` : ""}`);
      if (missed) process.exitCode = 1;
    }
  }
}
