import type { QueueStatus } from "@promptnce/providers/workers";
import { markdownTableOf } from "#report/terminal";

const columns: readonly (readonly [title: string, of: (status: QueueStatus) => string | number])[] = [
  ["Model", ({ model }) => model],
  ["Waiting", ({ waiting }) => waiting],
  ["Under way", ({ active }) => active],
  ["Answered", ({ answered }) => answered],
  ["Failed", ({ failed }) => failed],
  ["A minute", ({ aMinute, requests }) => `${aMinute}${requests === null ? "" : ` of ${requests}`}`],
  ["US$ spent", ({ spent, budget }) => `${spent.toFixed(2)}${budget === null ? "" : ` of ${budget.toFixed(2)}`}`],
  ["US$ set aside", ({ aside }) => aside.toFixed(2)],
  ["Time left", timeLeft],
];

/** Where the queues stand, for people. */
export function statusText(all: readonly QueueStatus[]): string {
  if (all.length === 0) return "No worker was started over this store, and nothing was asked with --workers.\n";
  const rows = all.map((status) => columns.map(([, of]) => String(of(status))));
  const table = markdownTableOf(
    columns.map(([title]) => title),
    rows,
    columns.map((_, i) => (i === 0 ? "l" : "r")),
  );
  return `${table}\n`;
}

/** At the rate of the last minute. */
function timeLeft({ waiting, active, aMinute, over }: QueueStatus): string {
  if (waiting + active === 0) return "done";
  if (over) return "budget used up";
  return aMinute === 0 ? "no answers" : `${Math.ceil((waiting + active) / aMinute)} min`;
}
