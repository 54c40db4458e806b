import type { Command } from "commander";
import { flag, oneOf, option, someText } from "#command";
import type { ExportOptions } from "./export-replies.ts";
import type { PruneOptions } from "./prune-replies.ts";
import { type SelectionOptions, selectionOptions } from "./reply-selection.ts";
import { addCommand, examples } from "../terminal/add-command.ts";

const STATS_EXAMPLES = `
The cost is of all replies at today's prices, and of calls that were charged, or may have been, and left nothing.

Examples:
  promptnce replies stats out/replies.jsonl
  promptnce replies stats scored.csv.replies.jsonl --template moods
  promptnce replies stats out/replies.jsonl --since 2026-01-31 --json`;

const EXPORT_EXAMPLES = `
As JSON lines the records are as they were, so that the export is a journal; CSV is for people and
spreadsheets, with the template's name beside the prompt.

Examples:
  promptnce replies export out/replies.jsonl --format csv --out replies.csv
  promptnce replies export out/replies.jsonl --template words/open --stop length,refusal`;

const IMPORT_EXAMPLES = `
A request that the journal answers already keeps its answer.

Examples:
  promptnce replies import out/replies.jsonl colleague/replies.jsonl
  promptnce replies import out/replies.jsonl colleague/replies.jsonl --model NAME
  promptnce replies import out/replies.jsonl out/replies.*-of-4.jsonl
  promptnce replies import postgres://me@db.example/study out/replies.jsonl`;

const PRUNE_EXAMPLES = `
The options say what is kept; with --drop, what goes.

Examples:
  promptnce replies prune out/replies.jsonl --model NAME --out kept.jsonl
  promptnce replies prune out/replies.jsonl --stop refusal --drop --in-place`;

const STORE = "the journal or database of a run, as --store names it";

/**
 * The `replies` command, which shows a journal in numbers, exports and prunes it, and adds to it.
 */
export function replies(parent: Command): void {
  const typed = examples(
    "replies stats out/replies.jsonl",
    "replies export out/replies.jsonl --format csv --out replies.csv",
    "replies import out/replies.jsonl colleague/replies.jsonl",
    "replies prune out/replies.jsonl --model NAME --out kept.jsonl",
  );
  const group = addCommand(parent, "replies", "the journal of replies that runs keep", typed);
  stats(group);
  exportFrom(group);
  importInto(group);
  prune(group);
}

function stats(group: Command): void {
  const does = "count the replies of a journal, their tokens and cost, by model and template";
  addCommand(group, "stats", does, STATS_EXAMPLES, {
    ...selectionOptions,
    json: flag("print it for programs"),
  })
    .argument("<store>", STORE)
    .action(async (store: string, options: SelectionOptions & { json?: true }) => {
      const { readReplies } = await import("./reply-records.ts");
      const { countReplies, statsText } = await import("./reply-stats.ts");
      const counts = await countReplies(await readReplies(store, options));
      process.stdout.write(
        options.json ? `${JSON.stringify(counts, null, 2)}\n` : statsText(counts),
      );
    });
}

function exportFrom(group: Command): void {
  addCommand(
    group,
    "export",
    "write the replies of a journal as JSON lines or CSV",
    EXPORT_EXAMPLES,
    {
      format: option("<name>", "of what is written", oneOf(["jsonl", "csv"]), "jsonl"),
      out: option("<file>", "where it goes; - for standard output", someText, "-"),
      ...selectionOptions,
    },
  )
    .argument("<store>", STORE)
    .action(async (store: string, options: ExportOptions) => {
      const { exportReplies } = await import("./export-replies.ts");
      const count = await exportReplies(store, options);
      process.stderr.write(`${count} ${count === 1 ? "reply" : "replies"} exported.\n`);
    });
}

function importInto(group: Command): void {
  const does = "add the replies of another journal to requests that this one cannot answer";
  addCommand(group, "import", does, IMPORT_EXAMPLES, selectionOptions)
    .argument("<store>", "the journal or database to add to; made where it is missing")
    .argument("<from...>", "the journals to add from; they stay as they are")
    .action(async (store: string, from: readonly string[], options: SelectionOptions) => {
      const { importReplies } = await import("./import-replies.ts");
      for (const source of from) {
        const { added, known } = await importReplies(store, source, options);
        console.log(`${source}: ${added} added, ${known} of requests that were answered already.`);
      }
    });
}

function prune(group: Command): void {
  const does = "make a journal without some of the replies, in a new file or with a backup";
  addCommand(group, "prune", does, PRUNE_EXAMPLES, {
    ...selectionOptions,
    drop: flag("the replies meant go, and all others stay"),
    out: option("<file>", "the new journal; <store> stays as it is", someText),
    inPlace: flag("put it in <store>'s place, which is copied to <store>.bak before"),
  })
    .argument("<store>", STORE)
    .action(async (store: string, options: PruneOptions) => {
      const { pruneReplies } = await import("./prune-replies.ts");
      const { kept, gone, path, backup } = await pruneReplies(store, options);
      console.log(`${kept} kept in ${path}, ${gone} not.`);
      if (backup !== undefined) console.log(`As it was it is in ${backup}.`);
    });
}
