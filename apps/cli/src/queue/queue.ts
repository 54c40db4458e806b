import type { Command } from "commander";
import { flag, modelOptions } from "@promptnce/providers/choose";
import type { QueueStatus } from "@promptnce/providers/workers";
import { addCommand, examples } from "../terminal/add-command.ts";

/** `queue`: what waits for the workers of a store. */
export function queue(parent: Command): void {
  const typed = "queue status --store postgres://me@db.example/study";
  const group = addCommand(parent, "queue", "the questions that wait for workers", examples(typed));
  const { store } = modelOptions();
  const does = "waiting, under way, answered, failed, rate, spent and time left, by model";
  addCommand(group, "status", does, examples(typed), {
    store: { ...store, help: "the database that workers answer for; needed" },
    json: flag("print it for programs"),
  }).action(async ({ store: address = "", json }: { readonly store?: string; readonly json?: true }) => {
    const { openPostgresStore } = await import("@promptnce/providers/postgres");
    const { queueStatus } = await import("@promptnce/providers/workers");
    await using team = await openPostgresStore(address);
    const status = await queueStatus(team);
    process.stdout.write(json ? `${JSON.stringify(status, null, 2)}\n` : await statusText(status));
  });
}

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
async function statusText(all: readonly QueueStatus[]): Promise<string> {
  if (all.length === 0) return "No worker was started over this store, and nothing was asked with --workers.\n";
  const { markdownTableOf } = await import("#report/terminal");
  const [titles, align] = [columns.map(([title]) => title), columns.map((_, i) => (i === 0 ? "l" : "r"))];
  const rows = all.map((status) => columns.map(([, of]) => String(of(status))));
  return `${markdownTableOf(titles, rows, align)}\n`;
}

/** At the rate of the last minute. */
function timeLeft({ waiting, active, aMinute, over }: QueueStatus): string {
  if (waiting + active === 0) return "done";
  if (over) return "budget used up";
  return aMinute === 0 ? "no answers" : `${Math.ceil((waiting + active) / aMinute)} min`;
}
