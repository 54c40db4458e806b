import type { Command } from "commander";
import { flag, oneOf, option, someText } from "#command/options";
import { print, say } from "#command/start";
import type { ExportOptions } from "./export-replies.ts";
import type { PruneOptions } from "./prune-replies.ts";
import { type SelectionOptions, selectionOptions } from "./reply-selection.ts";
import { addCommand, examples } from "../terminal/add-command.ts";

const STATS_EXAMPLES = `
The cost is that of all replies at today's prices. It includes calls that were charged, or may have
been charged, but left no reply.

Examples:
  promptnce replies stats out/replies.jsonl
  promptnce replies stats scored.csv.replies.jsonl --template moods
  promptnce replies stats out/replies.jsonl --since 2026-01-31 --json`;

const EXPORT_EXAMPLES = `
JSON lines keep the records as they are, so the export is itself a journal. CSV is for people and
spreadsheets, and names the template of each prompt.

Examples:
  promptnce replies export out/replies.jsonl --format csv --out replies.csv
  promptnce replies export out/replies.jsonl --template words/open --stop length,refusal`;

const IMPORT_EXAMPLES = `
A request that already has an answer keeps it.

Examples:
  promptnce replies import out/replies.jsonl colleague/replies.jsonl
  promptnce replies import out/replies.jsonl colleague/replies.jsonl --model NAME
  promptnce replies import out/replies.jsonl out/replies.*-of-4.jsonl
  promptnce replies import postgres://me@db.example/study out/replies.jsonl`;

const PRUNE_EXAMPLES = `
The options select the replies to keep or, with --drop, the replies to remove.

Examples:
  promptnce replies prune out/replies.jsonl --model NAME --out kept.jsonl
  promptnce replies prune out/replies.jsonl --stop refusal --drop --in-place`;

const STORE = "the journal or database of a run: its --store";

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
  const group = addCommand(
    parent,
    "replies",
    "count, export, import and prune the replies that runs have stored",
    typed,
  );
  stats(group);
  exportFrom(group);
  importInto(group);
  prune(group);
}

function stats(group: Command): void {
  const does = "count stored replies, their tokens and their cost, by model and template";
  addCommand(group, "stats", does, STATS_EXAMPLES, {
    ...selectionOptions,
    json: flag("print the counts as JSON"),
  })
    .argument("<store>", STORE)
    .action(async (store: string, options: SelectionOptions & { json?: true }) => {
      const { readReplies } = await import("./reply-records.ts");
      const { countReplies, statsText } = await import("./reply-stats.ts");
      const counts = await countReplies(await readReplies(store, options));
      if (options.json) process.stdout.write(`${JSON.stringify(counts, null, 2)}\n`);
      else print(statsText(counts));
    });
}

function exportFrom(group: Command): void {
  addCommand(group, "export", "write stored replies as JSON lines or CSV", EXPORT_EXAMPLES, {
    format: option("<name>", "the format of the export", oneOf(["jsonl", "csv"]), "jsonl"),
    out: option("<file>", "the file to write; - for standard output", someText, "-"),
    ...selectionOptions,
  })
    .argument("<store>", STORE)
    .action(async (store: string, options: ExportOptions) => {
      const { exportReplies } = await import("./export-replies.ts");
      const count = await exportReplies(store, options);
      say(`${count} ${count === 1 ? "reply" : "replies"} exported.`);
    });
}

function importInto(group: Command): void {
  const does = "add replies from other journals for requests that have none in this store";
  addCommand(group, "import", does, IMPORT_EXAMPLES, selectionOptions)
    .argument("<store>", "the journal or database to add to; it is created if missing")
    .argument("<from...>", "the journals to add from; they are not changed")
    .action(async (store: string, from: readonly string[], options: SelectionOptions) => {
      const { importReplies } = await import("./import-replies.ts");
      for (const source of from) {
        const { added, known } = await importReplies(store, source, options);
        print(`${source}: ${added} added, ${known} skipped (already answered).`);
      }
    });
}

function prune(group: Command): void {
  const does = "remove some replies, into a new journal or in place with a backup";
  addCommand(group, "prune", does, PRUNE_EXAMPLES, {
    ...selectionOptions,
    drop: flag("remove the selected replies and keep all others"),
    out: option("<file>", "the new journal; <store> is not changed", someText),
    inPlace: flag("replace <store>, and keep a copy as <store>.bak"),
  })
    .argument("<store>", STORE)
    .action(async (store: string, options: PruneOptions) => {
      const { pruneReplies } = await import("./prune-replies.ts");
      const { kept, gone, path, backup } = await pruneReplies(store, options);
      print(`${kept} kept in ${path}, ${gone} removed.`);
      if (backup !== undefined) print(`The journal as it was is in ${backup}.`);
    });
}
