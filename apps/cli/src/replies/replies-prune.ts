import type { Command } from "commander";
import { filterOptions } from "./filter-options.ts";
import type { PruneOptions } from "./prune-replies.ts";

const EXAMPLES = `
The options say what is kept; with --drop, what goes.

Examples:
  promptnce replies prune out/replies.jsonl --model NAME --out kept.jsonl
  promptnce replies prune out/replies.jsonl --stop refusal --drop --in-place`;

/** `replies prune STORE`: a journal without what no filter keeps. */
export function repliesPrune(parent: Command): void {
  const command = parent
    .command("prune")
    .description("make a journal without some of the replies, in a new file or with a backup")
    .argument("<store>", "the journal of a run, as --store names it");
  filterOptions(command)
    .option("--drop", "the replies meant go, and all others stay")
    .option("--out <file>", "the new journal; <store> stays as it is")
    .option("--in-place", "put it in <store>'s place, which is copied to <store>.bak before")
    .addHelpText("after", EXAMPLES)
    .action(async (store: string, options: PruneOptions) => {
      const { pruneReplies } = await import("./prune-replies.ts");
      const { kept, gone, path, backup } = pruneReplies(store, options);
      console.log(`${kept} kept in ${path}, ${gone} not.`);
      if (backup !== undefined) console.log(`As it was it is in ${backup}.`);
    });
}
