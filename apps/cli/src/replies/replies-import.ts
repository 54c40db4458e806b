import type { Command } from "commander";
import { filterOptions } from "./filter-options.ts";
import type { FilterOptions } from "./reply-filter.ts";

const EXAMPLES = `
A request that the journal answers already keeps its answer.

Examples:
  promptnce replies import out/replies.jsonl colleague/replies.jsonl
  promptnce replies import out/replies.jsonl colleague/replies.jsonl --model NAME`;

/** `replies import STORE FROM`: adds what another journal answers and this one does not. */
export function repliesImport(parent: Command): void {
  const command = parent
    .command("import")
    .description("add the replies of another journal to requests that this one cannot answer")
    .argument("<store>", "the journal to add to; made where it is missing")
    .argument("<from>", "the journal to add from; it stays as it is");
  filterOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(async (store: string, from: string, options: FilterOptions) => {
      const { importReplies } = await import("./import-replies.ts");
      const { added, known } = importReplies(store, from, options);
      console.log(`${added} added, ${known} of requests that were answered already.`);
    });
}
