import { join } from "node:path";
import { readJournal } from "@promptnce/providers";
import { causeOf, type Table } from "@promptnce/report";
import { outcomeText, runOutcome } from "../src/output/run-outcome.ts";
import { configOfRun } from "../src/run/config-of-run.ts";
import { run, type RunResult } from "../src/run/run.ts";

/** What a run of one model says, made again from its replies. */
export interface Column {
  readonly name: string;
  readonly result: RunResult;
  readonly outcome: readonly string[];
  /** By dataset and what kind of question it is, as templates are named: `words/open`. */
  readonly pace: ReadonlyMap<string, Pace>;
  /** Why replies could not be read, with how often. */
  readonly causes: ReadonlyMap<string, number>;
  /** The first day of the replies and the last. */
  readonly days: readonly [string, string];
}

/** What replies took; means. */
export interface Pace {
  readonly replies: number;
  /** From the reply before, so that of several at once each counts its share. */
  readonly seconds: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A pause, and not the time that a reply took. */
const PAUSE_MS = 180_000;

/** The tables of a run that was kept, from its replies and the data alone. */
export async function readColumn(name: string, folder: string, data: string): Promise<Column> {
  const { config } = await configOfRun({ folder, data });
  const { signal } = new AbortController();
  const result = await run(config, { stderr: process.stderr, signal, storedOnly: true });
  const lines = runOutcome(result.tables as readonly Table[])?.lines ?? [];
  const causes = new Map<string, number>();
  for (const unreadable of result.unreadable) {
    const cause = causeOf(unreadable);
    causes.set(cause, (causes.get(cause) ?? 0) + 1);
  }
  return {
    name,
    result,
    causes,
    ...journalFacts(join(folder, "replies.jsonl")),
    outcome: lines.map((line) => `${line.about}: ${outcomeText(line)}`),
  };
}

function journalFacts(path: string): Pick<Column, "pace" | "days"> {
  const sums = new Map<string, { replies: number; ms: number; timed: number; input: number; output: number }>();
  const times: number[] = [];
  for (const { at, template, reply } of readJournal(path)) {
    const id = template?.id ?? "";
    const sum = sums.get(id) ?? { replies: 0, ms: 0, timed: 0, input: 0, output: 0 };
    sums.set(id, sum);
    const now = Date.parse(at);
    const took = now - (times.at(-1) ?? Number.NaN);
    times.push(now);
    if (reply.failure) continue;
    sum.replies++;
    if (took >= 0 && took < PAUSE_MS) {
      sum.ms += took;
      sum.timed++;
    }
    sum.input += reply.usage?.inputTokens ?? 0;
    sum.output += reply.usage?.outputTokens ?? 0;
  }
  const pace = new Map(
    Array.from(sums, ([id, { replies, ms, timed, input, output }]): [string, Pace] => {
      const seconds = ms / 1000 / Math.max(1, timed);
      return [id, { replies, seconds, inputTokens: input / replies, outputTokens: output / replies }];
    }),
  );
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  return { pace, days: [day(times[0]!), day(times.at(-1)!)] };
}
