import type { Command } from "commander";
import { flag, modelOptions } from "@promptnce/providers/choose";
import { addCommand, examples } from "../terminal/add-command.ts";

/** `queue`: what waits for the workers of a store. */
export function queue(parent: Command): void {
  const typed = "queue status --store postgres://me@db.example/study";
  const group = addCommand(parent, "queue", "the questions that wait for workers", examples(typed));
  const { store } = modelOptions();
  addCommand(
    group,
    "status",
    "waiting, under way, answered, failed, rate, spent and time left, by model",
    examples(typed),
    {
      store: { ...store, help: "the database that workers answer for; needed" },
      json: flag("print it for programs"),
    },
  ).action(async ({ store: address = "", json }: { readonly store?: string; readonly json?: true }) => {
    const { openPostgresStore } = await import("@promptnce/providers/postgres");
    const { queueStatus } = await import("@promptnce/providers/workers");
    const { statusText } = await import("./status-text.ts");
    await using team = await openPostgresStore(address);
    const status = await queueStatus(team);
    process.stdout.write(json ? `${JSON.stringify(status, null, 2)}\n` : statusText(status));
  });
}
