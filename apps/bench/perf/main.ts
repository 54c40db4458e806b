import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// What the default run and the report of it take, over a Node that runs nothing: each in turn with one.

const RUNS = 3;
const main = join(import.meta.dirname, "../src/main.ts");
const folder = mkdtempSync(join(tmpdir(), "promptnce-bench-"));

function milliseconds(args: readonly string[]): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", maxBuffer: 1e8 });
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`);
  return performance.now() - start;
}

try {
  for (const args of [
    ["--out", "out"],
    ["report", "out"],
  ]) {
    const rounds = Array.from({ length: RUNS }, () => {
      if (args[0] === "--out") rmSync(join(folder, "out"), { recursive: true, force: true });
      const full = milliseconds([main, ...args]);
      return { full, ratio: full / milliseconds(["--eval", ""]) };
    });
    const { full, ratio } = rounds.toSorted((a, b) => a.full - b.full)[Math.floor(RUNS / 2)] ?? { full: 0, ratio: 0 };
    console.log(`bench ${args.join(" ")}: ${(full / 1000).toFixed(1)} s, ${ratio.toFixed(0)} times an empty Node`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
