import { Agent, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { findTemplate } from "@promptnce/prompts";
import { newFolder, timed } from "./command.ts";
import { printTable } from "./print-table.ts";
import { estimateOf, writeRows, writeTask } from "./rows-file.ts";
import { simulatedServer } from "./simulated-server.ts";

interface Scenario {
  readonly name: string;
  readonly rows: number;
  readonly atOnce: number;
  /** Further options of the server. */
  readonly server: readonly string[];
}

const SCENARIOS: readonly Scenario[] = [
  {
    name: "400 rows, 20 a second let through",
    rows: 400,
    atOnce: 50,
    server: ["--rate-limit", "20"],
  },
  { name: "2,000 rows, a tenth fails", rows: 2000, atOnce: 50, server: ["--failures", "0.1"] },
];

/**
 * Prints what `promptnce estimate` takes where a server that answers after 50 ms rejects some
 * requests, and what a bare loop of `node:http` takes that meets no rejection.
 */
export async function printPaidRun(): Promise<void> {
  const columns = ["scenario", "bare loop, s", "ours, s", "requests", "rejected", "too early"];
  const rows: string[][] = [];
  for (const scenario of SCENARIOS) {
    rows.push(await rowOf(scenario));
  }
  printTable("A paid run", columns, rows);
}

async function rowOf({ name, rows, atOnce, server }: Scenario): Promise<string[]> {
  await using folder = await newFolder();
  const file = join(folder.path, "rows.csv");
  writeRows(file, rows, 20);
  const task = join(folder.path, "task.yaml");
  writeTask(task, 20);
  const out = join(folder.path, "scored.csv");

  await using plain = await simulatedServer();
  const bareStart = performance.now();
  await bareLoop(`${plain.url}/chat/completions`, rows, atOnce);
  const bareSeconds = (performance.now() - bareStart) / 1000;

  await using limited = await simulatedServer("--task", task, ...server);
  const modelOptions = [...limited.model, "--concurrency", String(atOnce), "--yes"];
  const { seconds } = await timed("promptnce", [...estimateOf(file, task, out), ...modelOptions]);
  const { requests, outcomes, early } = await limited.stats();
  const rejected = ["429", "500", "529", "rate-limit"].map((kind) => outcomes[kind] ?? 0);
  const rejections = rejected.reduce((sum, count) => sum + count, 0);
  const counts = [requests, rejections, early].map((count) => count.toLocaleString("en"));
  return [name, bareSeconds.toFixed(1), seconds.toFixed(1), ...counts];
}

/**
 * The minimum that any client does: `count` POSTs over kept-alive connections, `atOnce` at a time.
 */
export async function bareLoop(url: string, count: number, atOnce: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const question = { kind: "marginal", task: "chaosnli", y: "neutral", sample: 0 } as const;
  const content = findTemplate(question).render(question);
  const body = JSON.stringify({ model: "any", messages: [{ role: "user", content }] });
  let left = count;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      JSON.parse(await post(url, agent, body));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  agent.destroy();
}

function post(url: string, agent: Agent, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: "POST" }, (response) => {
      text(response).then(resolve, reject);
    });
    sent.on("error", reject).end(body);
  });
}
