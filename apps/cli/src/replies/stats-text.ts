import { said } from "../terminal/said.ts";
import { markdownTableOf } from "#report/terminal";
import type { ReplyCount, ReplyCounts } from "./reply-counts.ts";

/** What is counted, in the order of the columns. */
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

/** The numbers of a journal for people. */
export function statsText({ groups, requests }: ReplyCounts): string {
  if (groups.length === 0) return "No such replies; without conditions all are counted.\n";
  const rows = groups.map((group) => row([group.provider, group.model, group.template], [group]));
  if (groups.length > 1) rows.push(row(["all", "", ""], groups));
  const head = ["Provider", "Model", "Template", ...counts.map(([title]) => title), "US$"];
  const without = sum(groups, ({ withoutUsage }) => withoutUsage);
  const unpriced = groups.filter(({ usd }) => usd === undefined).map(({ provider, model }) => `${provider} ${model}`);
  const notes = said(
    `${requests} different ${requests === 1 ? "request" : "requests"}. Again: replies asked for once more, since the one before could not be read. Failed: requests that have no reply. Lost: calls that were charged, or may have been, and left nothing; the cost has the most that they may have cost.`,
    without > 0 &&
      `${without} of the replies came without token counts: the cost has the most that they may have cost.`,
    unpriced.length > 0 && `No price is known of ${[...new Set(unpriced)].join(", ")}.`,
  );
  const table = markdownTableOf(
    head,
    rows,
    head.map((_, i) => (i < 3 ? "l" : "r")),
  );
  return `${table}\n\n${notes.join("\n")}\n`;
}

function row(names: readonly string[], groups: readonly ReplyCount[]): string[] {
  const priced = groups.filter(({ usd }) => usd !== undefined);
  const usd = priced.length === 0 ? "–" : sum(priced, (group) => group.usd ?? 0).toFixed(4);
  return [...names, ...counts.map(([, of]) => String(sum(groups, of))), usd];
}

function sum(groups: readonly ReplyCount[], of: (group: ReplyCount) => number): number {
  return groups.reduce((total, group) => total + of(group), 0);
}
