import type { Command } from "commander";
import { filterOptions } from "./filter-options.ts";
import type { FilterOptions } from "./reply-filter.ts";

const EXAMPLES = `
Templates are told by the prompts' text. The cost is of all replies at today's prices.

Examples:
  promptnce replies stats out/replies.jsonl
  promptnce replies stats scored.csv.replies.jsonl --task moods.yaml
  promptnce replies stats out/replies.jsonl --since 2026-01-31 --json`;

/** `replies stats STORE`: replies, tokens and cost by model and template. */
export function repliesStats(parent: Command): void {
  const command = parent
    .command("stats")
    .description("count the replies of a journal, their tokens and cost, by model and template")
    .argument("<store>", "the journal of a run, as --store names it");
  filterOptions(command)
    .option("--json", "print it for programs")
    .addHelpText("after", EXAMPLES)
    .action(async (store: string, options: FilterOptions & { json?: true }) => {
      const { readReplies } = await import("./read-replies.ts");
      const { countReplies } = await import("./reply-counts.ts");
      const { replyFilter, templateOfTasks } = await import("./reply-filter.ts");
      const { statsText } = await import("./stats-text.ts");
      const counts = await countReplies(readReplies(store, replyFilter(options)), templateOfTasks(options));
      process.stdout.write(options.json ? `${JSON.stringify(counts, null, 2)}\n` : statsText(counts));
    });
}
