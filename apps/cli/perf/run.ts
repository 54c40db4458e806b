import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What a run of the command took. */
export interface Taken {
  readonly seconds: number;
  /** The most memory that the process had at once, in MB; undefined where the system does not say. */
  readonly peakMb: number | undefined;
  readonly said: string;
}

/** Runs the command in a process of its own; kills it once it says `until`, where that is given. */
export async function run(args: readonly string[], until?: string): Promise<Taken> {
  const main = join(import.meta.dirname, "../src/main.ts");
  const start = performance.now();
  const child = spawn(process.execPath, [main, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  let peakMb: number | undefined;
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString();
    if (until !== undefined && said.includes(until)) child.kill("SIGKILL");
  });
  const watch = setInterval(() => (peakMb = peakOf(child.pid) ?? peakMb), 100);
  const code = await new Promise<number | null>((done) => child.on("close", done));
  clearInterval(watch);
  if (until === undefined && code !== 0) throw new Error(`the command ended with ${code}: ${said}`);
  return { seconds: (performance.now() - start) / 1000, peakMb, said };
}

/** The kernel's own high-water mark, on Linux. */
function peakOf(pid: number | undefined): number | undefined {
  try {
    const [, kB] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kB === undefined ? undefined : Number(kB) / 1000;
  } catch {
    return undefined;
  }
}
