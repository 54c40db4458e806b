import { fingerprintTable } from "@promptnce/engine";
import { type JournalRecord } from "@promptnce/engine/journal";
import { priceOf, runningCost, runningTotals, type Totals } from "@promptnce/engine/money";
import { markdownTableOf } from "#report/tables";
import { said } from "../terminal/said.ts";
import { templateOf } from "./reply-selection.ts";

/** The statistics of a store or of its filtered part. */
interface ReplyCounts {
  readonly groups: readonly ReplyCount[];
  /** Distinct requests among all replies. */
  readonly requests: number;
}

/** The replies of one model to one prompt version. */
interface ReplyGroup {
  readonly provider: string;
  readonly model: string;
  readonly template: string;
  /** Retries after an invalid reply. */
  again: number;
}

/** Their totals. */
interface ReplyCount extends ReplyGroup {
  readonly replies: number;
  readonly stops: Totals["stops"];
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly withoutUsage: number;
  /** Calls that may have been charged but left no reply. */
  readonly charges: number;
  /** US dollars at current prices; absent if the prices are unknown. */
  readonly usd?: number;
}

/** Counts records as they are read, so memory grows by about 60 bytes per request. */
export async function countReplies(records: AsyncIterable<JournalRecord>): Promise<ReplyCounts> {
  const groups = new Map<string, Awaited<ReturnType<typeof noReplies>>>();
  const seen = fingerprintTable();
  for await (const record of records) {
    const { provider, model, key, attempt, charge, reply } = record;
    const template = templateOf(record);
    const name = JSON.stringify([provider, model, template]);
    const group = groups.get(name) ?? (await noReplies(provider, model, template));
    groups.set(name, group);
    group.cost.add(record);
    if (charge === true) continue;
    seen.add(key.slice(0, 16), 1);
    group.totals.add(record);
    if (attempt !== undefined && !reply.failure) group.names.again++;
  }
  const counted = Array.from(groups.values(), ({ names, price, cost, totals }) => {
    const { requests: _, ...sum } = totals.sum;
    const { charges, usd } = cost.all();
    return { ...names, ...sum, charges, ...(price && { usd }) };
  });
  return { groups: counted, requests: seen.size };
}

async function noReplies(provider: string, model: string, template: string) {
  const price = await priceOf({ provider, model });
  const names: ReplyGroup = { provider, model, template, again: 0 };
  return {
    names,
    price,
    cost: runningCost(price),
    totals: runningTotals(),
  };
}

/** The counted quantities, in column order. */
const counts: readonly (readonly [title: string, of: (group: ReplyCount) => number])[] = [
  ["Replies", ({ replies }) => replies],
  ["Again", ({ again }) => again],
  ["end", ({ stops }) => stops.end],
  ["length", ({ stops }) => stops.length],
  ["refusal", ({ stops }) => stops.refusal],
  ["other", ({ stops }) => stops.other],
  ["failed", ({ stops }) => stops.failed],
  ["lost", ({ charges }) => charges],
  ["Tokens in", ({ inputTokens }) => inputTokens],
  ["Tokens out", ({ outputTokens }) => outputTokens],
];

/** The statistics of a journal as readable text. */
export function statsText({ groups, requests }: ReplyCounts): string {
  if (groups.length === 0) return "No replies match; without conditions, all are counted.\n";
  const rows = groups.map((group) => row([group.provider, group.model, group.template], [group]));
  if (groups.length > 1) rows.push(row(["all", "", ""], groups));
  const head = ["Provider", "Model", "Template", ...counts.map(([title]) => title), "US$"];
  const without = sum(groups, ({ withoutUsage }) => withoutUsage);
  const unpriced = groups
    .filter(({ usd }) => usd === undefined)
    .map(({ provider, model }) => `${provider} ${model}`);
  const notes = said(
    `${requests} different ${requests === 1 ? "request" : "requests"}. Again: requests repeated because the reply could not be read. Failed: requests without a reply. Lost: calls that were charged, or may have been, but left no reply; the cost counts the most that they may have cost.`,
    without > 0 &&
      `${without} of the replies came without token counts: the cost counts the most that they may have cost.`,
    unpriced.length > 0 && `The price is unknown: ${[...new Set(unpriced)].join(", ")}.`,
  );
  const align = head.map((_, i) => (i < 3 ? "l" : "r"));
  return `${markdownTableOf(head, rows, align)}\n\n${notes.join("\n")}\n`;
}

function row(names: readonly string[], groups: readonly ReplyCount[]): string[] {
  const priced = groups.filter(({ usd }) => usd !== undefined);
  const usd = priced.length === 0 ? "–" : sum(priced, (group) => group.usd ?? 0).toFixed(4);
  return [...names, ...counts.map(([, of]) => String(sum(groups, of))), usd];
}

function sum(groups: readonly ReplyCount[], of: (group: ReplyCount) => number): number {
  return groups.reduce((total, group) => total + of(group), 0);
}
