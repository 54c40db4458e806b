import { markdownTable } from "markdown-table";
import type { ReplyCount, ReplyCounts } from "./reply-counts.ts";

const HEAD = [
  "Provider",
  "Model",
  "Template",
  "Replies",
  "Again",
  "end",
  "length",
  "refusal",
  "other",
  "Tokens in",
  "Tokens out",
  "US$",
];

/** The numbers of a journal for people. */
export function statsText({ groups, requests }: ReplyCounts): string {
  if (groups.length === 0) return "No replies.\n";
  const rows = groups.map((group) => row([group.provider, group.model, group.template], [group]));
  if (groups.length > 1) rows.push(row(["all", "", ""], groups));
  const align = HEAD.map((_, i) => (i < 3 ? "l" : "r"));
  const without = sum(groups, ({ withoutUsage }) => withoutUsage);
  const unpriced = groups.filter(({ usd }) => usd === undefined).map(({ provider, model }) => `${provider} ${model}`);
  const notes = [
    `${requests} different ${requests === 1 ? "request" : "requests"}. Again: replies asked for once more, since the one before could not be read.`,
    ...(without > 0
      ? [`${without} of the replies came without token counts, and are in neither tokens nor cost.`]
      : []),
    ...(unpriced.length > 0 ? [`No price is known of ${[...new Set(unpriced)].join(", ")}.`] : []),
  ];
  return `${markdownTable([HEAD, ...rows], { align })}\n\n${notes.join("\n")}\n`;
}

function row(names: readonly string[], groups: readonly ReplyCount[]): string[] {
  const count = (of: (group: ReplyCount) => number): string => String(sum(groups, of));
  const known = groups.flatMap(({ usd }) => (usd === undefined ? [] : [usd]));
  return [
    ...names.map((name) => name.replaceAll(/[\s\p{Cc}]+/gu, " ").replaceAll("|", String.raw`\|`)),
    count(({ replies }) => replies),
    count(({ again }) => again),
    count(({ stops }) => stops.end),
    count(({ stops }) => stops.length),
    count(({ stops }) => stops.refusal),
    count(({ stops }) => stops.other),
    count(({ inputTokens }) => inputTokens),
    count(({ outputTokens }) => outputTokens),
    known.length === 0 ? "–" : known.reduce((total, usd) => total + usd, 0).toFixed(4),
  ];
}

function sum(groups: readonly ReplyCount[], of: (group: ReplyCount) => number): number {
  return groups.reduce((total, group) => total + of(group), 0);
}
