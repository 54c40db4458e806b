/**
 * `pnpm perf`: a queued call beside a direct one, and what 1, 2 and 4 workers do with 20,000 questions of 50 ms. With an
 * address it is one of the workers, in a process of its own.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Provider } from "@promptnce/core";
import { hasPostgres, startPostgres } from "@promptnce/testing/postgres";
import { openPostgresStore } from "../src/postgres/postgres-store.ts";
import { fillByWorkers } from "../src/queue/fill-by-workers.ts";
import { work } from "../src/queue/worker.ts";
import { cached } from "../src/store/cached.ts";

/** A model that answers with 2 kB after 50 ms. */
const provider: Provider = {
  name: "perf",
  model: "slow",
  settings: { max_tokens: 100 },
  async complete() {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return { text: "x".repeat(2000), stop: "end", usage: { inputTokens: 500, outputTokens: 500 } };
  },
};
const { signal } = new AbortController();
const [, , workFor] = process.argv;

if (workFor !== undefined) {
  await using store = await openPostgresStore(workFor);
  console.log("ready");
  await work({ store, provider, price: undefined, slots: 50, signal, say: console.error });
} else if (!hasPostgres) console.log("No PostgreSQL is installed: the queue is not measured.");
else await measure();

async function measure(): Promise<void> {
  await using postgres = await startPostgres();
  const asksOf = (name: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      request: { prompt: `${name} ${i} `.padEnd(2000, "?"), sample: 0 },
      read: () => ({ ok: true, answer: 1 }) as const,
    }));
  console.log(
    "| workers | questions | seconds | a second | PostgreSQL CPU, ms a question |\n| --- | --- | --- | --- | --- |",
  );
  for (const workers of [1, 2, 4]) {
    const address = postgres.database(`workers${workers}`);
    await using store = await openPostgresStore(address);
    const children = Array.from({ length: workers }, () => spawn(process.execPath, [import.meta.filename, address]));
    await Promise.all(children.map(({ stdout }) => once(stdout, "data")));
    const fill = async (name: string, count: number): Promise<number> => {
      const begun = performance.now();
      await fillByWorkers(asksOf(name, count), { store, provider, signal, say: () => {} });
      return (performance.now() - begun) / 1000;
    };
    await fill("warm", 200);
    const cpu = postgres.cpuSeconds();
    const seconds = await fill("all", 20_000);
    const used = (1000 * (postgres.cpuSeconds() - cpu)) / 20_000;
    say(workers, "20,000", seconds.toFixed(1), (20_000 / seconds).toFixed(0), used.toFixed(2));
    if (workers === 1) {
      const begun = performance.now();
      const direct = cached(provider, store);
      for (const { request } of asksOf("direct", 20)) await direct.complete(request);
      const alone = (performance.now() - begun) / 20;
      let queued = 0;
      for (let i = 0; i < 20; i++) queued += (1000 * (await fill(`one ${i}`, 1))) / 20;
      console.log(`One question alone: ${alone.toFixed(0)} ms direct, ${queued.toFixed(0)} ms queued.`);
    }
    for (const child of children) child.kill("SIGKILL");
  }
}

function say(...cells: readonly (string | number)[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}
