import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { hasPostgres, startPostgres } from "@promptnce/testing/postgres";
import { newFolder, started, timed } from "./command.ts";
import { bareLoop } from "./paid-run.ts";
import { median, printTable } from "./print-table.ts";
import { estimateOf, writeRows, writeTask } from "./rows-file.ts";
import { simulatedServer } from "./simulated-server.ts";

const ROUNDS = 3;
const QUESTIONS = 2000;
const ALONE = 20;

/** What a command takes, and the least that any program could, in the same round. */
interface Waited {
  /** Seconds of the least work that gives the same; `undefined` where nothing simple does. */
  readonly floor: number | undefined;
  readonly seconds: number;
  /** `undefined` where several commands are measured together. */
  readonly peakMegabytes: number | undefined;
}

type Round = Readonly<Record<string, Waited>>;

/**
 * Prints what a person waits for: medians over rounds of whole commands, each beside its floor in
 * the same rounds.
 */
export async function printWaiting(): Promise<void> {
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      ...(await paidRound(50)),
      ...(await paidRound(200)),
      ...(await benchRound()),
      ...(await aloneRound()),
    });
  }
  const names = Object.keys(rounds[0] ?? {});
  const rows = names.map((name) => {
    const waits = rounds.map((round) => round[name]!);
    const medianOf = (of: (one: Waited) => number | undefined, digits: number): string => {
      const values = waits.flatMap((one) => of(one) ?? []);
      return values.length === 0 ? "–" : median(values).toFixed(digits);
    };
    return [
      name,
      medianOf(({ floor }) => floor, 2),
      medianOf(({ seconds }) => seconds, 2),
      medianOf(({ peakMegabytes }) => peakMegabytes, 0),
    ];
  });
  const columns = ["work", "floor, s", "ours, s", "peak memory, MB"];
  printTable("What a person waits for", columns, rows);
}

/**
 * A run of questions of 50 ms each, and the same command again, which finds them all in its store.
 * Their floors are a bare loop of requests, and a Node that only parses the lines of the store.
 */
async function paidRound(atOnce: number): Promise<Round> {
  await using folder = await newFolder();
  const [file, task, out] = ["rows.csv", "task.yaml", "scored.csv"].map((name) =>
    join(folder.path, name),
  ) as [string, string, string];
  writeRows(file, QUESTIONS, 20);
  writeTask(task, 20);
  await using server = await simulatedServer("--task", task);
  const bareStart = performance.now();
  await bareLoop(`${server.url}/chat/completions`, QUESTIONS, atOnce);
  const bare = (performance.now() - bareStart) / 1000;
  const model = [...server.model, "--concurrency", String(atOnce), "--yes"];
  const estimate = (): ReturnType<typeof timed> =>
    timed("promptnce", [...estimateOf(file, task, out), ...model]);
  const first = await estimate();
  const again = await estimate();
  return {
    [`2,000 questions, ${atOnce} at once`]: { floor: bare, ...first },
    [`the same again after ${atOnce} at once`]: {
      floor: parsing(`${out}.replies.jsonl`),
      ...again,
    },
  };
}

/** Seconds of a Node that parses each line of a journal, and does no more. */
function parsing(journal: string): number {
  const program =
    'require("node:fs").readFileSync(process.argv[1], "utf8").split("\\n").filter(Boolean).map(JSON.parse)';
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ["--eval", program, journal], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${journal} could not be parsed: ${stderr}`);
  return (performance.now() - start) / 1000;
}

async function benchRound(): Promise<Round> {
  await using folder = await newFolder();
  const out = join(folder.path, "out");
  const run = await timed("bench", ["--out", out]);
  const report = await timed("bench", ["report", out]);
  return {
    bench: { floor: undefined, ...run },
    "bench report": { floor: undefined, ...report },
  };
}

/**
 * A question that a worker answers while nothing else is asked: the mean over questions asked one
 * after another, start and end of the command not counted. Its floor is the server's latency.
 */
async function aloneRound(): Promise<Round> {
  if (!hasPostgres) return {};
  await using postgres = await startPostgres();
  await using folder = await newFolder();
  const [file, task, out] = ["rows.csv", "task.yaml", "scored.csv"].map((name) =>
    join(folder.path, name),
  ) as [string, string, string];
  writeRows(file, ALONE, 2);
  writeTask(task, 2);
  await using server = await simulatedServer("--task", task);
  const store = ["--store", postgres.database("alone")];
  await using _ = await started(["worker", ...store, ...server.model, "--concurrency", "1"]);
  const words = [...estimateOf(file, task, out), ...store, ...server.model];
  const estimate = (): ReturnType<typeof timed> =>
    timed("promptnce", [...words, "--workers", "--concurrency", "1", "--yes"]);
  const { requests: before } = await server.stats();
  const asked = await estimate();
  const { requests } = await server.stats();
  const again = await estimate();
  const seconds = (asked.seconds - again.seconds) / (requests - before);
  const name = "a question alone through a worker";
  return { [name]: { floor: 0.05, seconds, peakMegabytes: undefined } };
}
