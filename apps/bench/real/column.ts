import { join } from "node:path";
import type { Usage } from "@promptnce/core";
import { readJournal } from "@promptnce/engine/journal";
import { causeOf, type Table } from "@promptnce/report";
import { outcomeText, runOutcome } from "../src/output/run-outcome.ts";
import { configOfRun } from "../src/run/config-of-run.ts";
import { run, type RunResult } from "../src/run/run.ts";

/** The results of one model's run, recreated from its replies. */
export interface ModelColumn {
  readonly name: string;
  readonly result: RunResult;
  readonly outcome: readonly string[];
  /** The pace by template name, which combines dataset and question kind: `words/open`. */
  readonly pace: ReadonlyMap<string, Pace>;
  /** The reasons why replies were unreadable, with their counts. */
  readonly causes: ReadonlyMap<string, number>;
  /** The first and the last day of the replies. */
  readonly days: readonly [string, string];
}

/** The mean cost of a reply. */
export interface Pace {
  readonly replies: number;
  /**
   * The time since the previous reply, so that each of several concurrent replies counts its share.
   */
  readonly seconds: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A longer gap is a pause, not the time of a reply. */
const PAUSE_MS = 180_000;

/** The tables of a kept run, from its replies and the data alone. */
export async function readColumn(name: string, folder: string, data: string): Promise<ModelColumn> {
  const { config } = await configOfRun({ folder, data });
  const { signal } = new AbortController();
  const result = await run(config, { stderr: process.stderr, signal, storedOnly: true });
  const lines = runOutcome(result.tables as readonly Table[])?.lines ?? [];
  const causes = Map.groupBy(result.unreadable, causeOf);
  return {
    name,
    result,
    causes: new Map(Array.from(causes, ([cause, { length }]) => [cause, length])),
    ...journalFacts(join(folder, "replies.jsonl")),
    outcome: lines.map((line) => `${line.about}: ${outcomeText(line)}`),
  };
}

function journalFacts(path: string): Pick<ModelColumn, "pace" | "days"> {
  const records = Array.from(readJournal(path), (record) => ({
    ...record,
    ms: Date.parse(record.at),
  }));
  const timed = records.map((record, i) => ({
    ...record,
    took: record.ms - (records[i - 1]?.ms ?? Number.NaN),
  }));
  const byTemplate = Map.groupBy(timed, ({ template }) => template?.id ?? "");
  const sum = (values: readonly number[]): number =>
    values.reduce((total, value) => total + value, 0);
  const pace = Array.from(byTemplate, ([id, all]): [string, Pace] => {
    const replies = all.filter(({ reply }) => !reply.failure);
    const tokens = (of: keyof Usage): number =>
      sum(replies.map(({ reply }) => reply.usage?.[of] ?? 0)) / replies.length;
    const times = replies.map(({ took }) => took).filter((took) => took >= 0 && took < PAUSE_MS);
    const seconds = sum(times) / 1000 / Math.max(1, times.length);
    const [inputTokens, outputTokens] = [tokens("inputTokens"), tokens("outputTokens")];
    return [id, { replies: replies.length, seconds, inputTokens, outputTokens }];
  });
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  return { pace: new Map(pace), days: [day(records[0]!.ms), day(records.at(-1)!.ms)] };
}
