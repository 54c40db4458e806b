/** `pnpm perf`: the runtime of a paid run beside a bare `node:http` loop, and a bare loop of the SDK, in the same run. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

interface Measured {
  readonly seconds: number;
  readonly read: number;
  readonly megabytes: number;
}

const serverFile = fileURLToPath(new URL("./server.ts", import.meta.url));
const oneFile = fileURLToPath(new URL("./one.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "promptnce-perf-"));
const server = spawn(process.execPath, [serverFile]);
const [port] = (await once(server.stdout, "data")) as [Buffer];
const origin = `http://127.0.0.1:${port.toString().trim()}`;
let journals = 0;

async function measure(
  what: "floor" | "sdk" | "runtime",
  path: string,
  count: number,
  concurrency: number,
  journal = join(folder, `${journals++}.jsonl`),
): Promise<Measured> {
  const given = [oneFile, what, `${origin}/${path}`, journal, count, concurrency];
  const { stdout } = await promisify(execFile)(process.execPath, given.map(String));
  return JSON.parse(stdout) as Measured;
}

async function counted(name: string): Promise<Record<string, number>> {
  const response = await fetch(`${origin}/count/${name}`);
  return (await response.json()) as Record<string, number>;
}

function say(scenario: string, ...said: readonly string[]): void {
  console.log(`| ${[scenario, said.join("; ")].join(" | ")} |`);
}

console.log("| scenario | measured |\n| --- | --- |");
for (const concurrency of [50, 200]) {
  for (let round = 1; round <= 3; round++) {
    const bare = await measure("floor", "plain", 2000, concurrency);
    const journal = join(folder, `again-${concurrency}-${round}.jsonl`);
    const ours = await measure("runtime", "plain", 2000, concurrency, journal);
    await counted("plain");
    const again = await measure("runtime", "plain", 2000, concurrency, journal);
    const { requests } = await counted("plain");
    say(
      `2,000 questions, ${concurrency} at once, round ${round}`,
      `floor ${bare.seconds.toFixed(2)} s, ours ${ours.seconds.toFixed(2)} s: ${(ours.seconds / bare.seconds).toFixed(2)} times`,
      `memory ${(ours.megabytes / bare.megabytes).toFixed(2)} times`,
      `from the journal ${again.seconds.toFixed(2)} s, ${requests} requests`,
    );
  }
}
for (const [name, count, ideal] of [
  ["limit", 400, 20],
  ["empty", 400, 20],
  ["hiccup", 2000, 3.9],
  ["random", 2000, 2],
  ["malformed", 2000, 2],
] as const) {
  const bare = await measure("sdk", name, count, 50);
  const { rejected: barely } = await counted(name);
  const { seconds, read } = await measure("runtime", name, count, 50);
  const { rejected, early, requests } = await counted(name);
  say(
    `${name}, ${count} questions`,
    `${seconds.toFixed(2)} s, ${(seconds / ideal).toFixed(2)} times the ideal ${ideal} s`,
    `${count - read} lost, ${requests} requests, ${rejected} rejected, ${early} early`,
    `the SDK alone ${bare.seconds.toFixed(2)} s, ${barely} rejected`,
  );
}
server.kill();
rmSync(folder, { recursive: true });
