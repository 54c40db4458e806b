import { join } from "node:path";
import { hasPostgres, type Postgres, startPostgres } from "@promptnce/testing/postgres";
import { bareLoop } from "./paid-run.ts";
import { newFolder, started, timed } from "./command.ts";
import { printTable } from "./print-table.ts";
import { estimateOf, writeRows, writeTask } from "./rows-file.ts";
import { type Server, simulatedServer } from "./simulated-server.ts";

const ROWS = 20_000;

/** Requests of the bare loop. */
const BARE = 4000;

/**
 * Prints the throughput of 1, 2 and 4 `promptnce worker` processes with 50 concurrent calls each,
 * on rows of 50 ms each, beside that of a bare loop of requests in one process with as many calls.
 */
export async function printWorkers(): Promise<void> {
  if (!hasPostgres) {
    console.log("No PostgreSQL is installed: workers are not measured.\n");
    return;
  }
  await using postgres = await startPostgres();
  await using folder = await newFolder();
  const task = join(folder.path, "task.yaml");
  writeTask(task, 500);
  await using server = await simulatedServer("--task", task);
  const rows: string[][] = [];
  for (const workers of [1, 2, 4]) {
    rows.push(await rowOf(workers, task, { postgres, server }));
  }
  const cost = "PostgreSQL, ms of the processor a question";
  const columns = [
    "workers",
    "seconds",
    "questions a second",
    "bare loop, requests a second",
    cost,
  ];
  printTable("Workers", columns, rows);
}

interface Services {
  readonly postgres: Postgres;
  readonly server: Server;
}

async function rowOf(
  count: number,
  task: string,
  { postgres, server: { model, url } }: Services,
): Promise<string[]> {
  const start = performance.now();
  await bareLoop(`${url}/chat/completions`, BARE, 50 * count);
  const bareSpeed = (1000 * BARE) / (performance.now() - start);
  await using folder = await newFolder();
  const store = ["--store", postgres.database(`workers${count}`)];
  await using stack = new AsyncDisposableStack();
  for (let worker = 0; worker < count; worker += 1) {
    stack.use(await started(["worker", ...store, ...model, "--concurrency", "50"]));
  }
  const estimate = async (rows: number): Promise<number> => {
    const file = join(folder.path, `${rows}.csv`);
    writeRows(file, rows, 500);
    const words = estimateOf(file, task, join(folder.path, `${rows}.scored.csv`));
    const by = [...store, ...model, "--workers", "--yes"];
    return (await timed("promptnce", [...words, ...by])).seconds;
  };
  // Start-up is over after these rows.
  const warm = 200;
  await estimate(warm);
  const before = postgres.cpuSeconds();
  const seconds = await estimate(ROWS);
  const cpu = (1000 * (postgres.cpuSeconds() - before)) / ROWS;
  const [speed, bare] = [ROWS / seconds, bareSpeed].map((each) =>
    Math.round(each).toLocaleString("en"),
  ) as [string, string];
  return [String(count), seconds.toFixed(1), speed, bare, cpu.toFixed(2)];
}
