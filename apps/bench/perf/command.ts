import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

type Program = "promptnce" | "bench";

const programs: Readonly<Record<Program, string>> = {
  promptnce: join(import.meta.dirname, "../../cli/src/main.js"),
  bench: join(import.meta.dirname, "../src/main.ts"),
};

/** The cost of one program run. */
export interface Taken {
  readonly seconds: number;
  /** The process's peak memory; `undefined` if the system does not report it. */
  readonly peakMegabytes: number | undefined;
  /** Everything that the run wrote to standard error. */
  readonly said: string;
}

/**
 * Runs a program from its sources in its own process. With `until`, kills it as soon as it prints
 * that text.
 *
 * @throws Error with its output if it fails without being killed
 */
export async function timed(
  program: Program,
  args: readonly string[],
  until?: string,
): Promise<Taken> {
  const start = performance.now();
  const child = spawn(process.execPath, [programs[program], ...args], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderrText = "";
  let peakMegabytes: number | undefined;
  child.stderr.on("data", (chunk: Buffer) => {
    stderrText += chunk.toString();
    if (until !== undefined && stderrText.includes(until)) child.kill("SIGKILL");
  });
  const watch = setInterval(() => {
    void peakOf(child.pid).then((peak) => {
      peakMegabytes = peak ?? peakMegabytes;
    });
  }, 100);
  const [code] = (await once(child, "close")) as [number | null];
  clearInterval(watch);
  if (until === undefined && code !== 0) {
    throw new Error(`${program} ${args.join(" ")} ended with ${code}: ${stderrText}`);
  }
  return { seconds: (performance.now() - start) / 1000, peakMegabytes, said: stderrText };
}

/** The kernel's high-water mark, on Linux only. */
async function peakOf(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1000;
}

/** A program that runs until it is killed. */
export interface Started extends AsyncDisposable {
  /** The output up to when it was ready. */
  readonly printed: string;
}

/** Starts `promptnce` in its own process. With `ready`, waits until its output matches. */
export async function started(args: readonly string[], ready?: RegExp): Promise<Started> {
  const child = spawn(process.execPath, [programs.promptnce, ...args]);
  const closed = once(child, "close");
  let printed = "";
  await new Promise<void>((done, failed) => {
    if (ready === undefined) child.on("spawn", done);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        printed += chunk.toString();
        if (ready?.test(printed)) done();
      });
    }
    child.on("close", () => failed(new Error(`promptnce ${args.join(" ")} ended: ${printed}`)));
  });
  return {
    printed,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await closed;
    },
  };
}

/** A folder that is deleted after use. */
export async function newFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), "promptnce-perf-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
