import type { JournalRecord } from "@promptnce/providers";
import { delimitedText, openOutput } from "@promptnce/rows";
import { checkOwnFiles } from "../terminal/terminal.ts";
import { readReplies } from "./read-replies.ts";
import { type FilterOptions, replyFilter, templateOfTasks } from "./reply-filter.ts";
import type { TemplateOf } from "./template-of.ts";

/** As the command line gives them. */
export interface ExportOptions extends FilterOptions {
  readonly out: string;
  readonly format: "jsonl" | "csv";
}

const columns = [
  "at",
  "provider",
  "model",
  "template",
  "sample",
  "attempt",
  "stop",
  "input_tokens",
  "output_tokens",
  "batch",
  "id",
  "key",
  "settings",
  "prompt",
  "continuation",
  "reply",
] as const;

/** So many replies are written together. */
const AT_ONCE = 100;

/**
 * Writes the replies of a journal that a filter lets through and returns how many. As JSON lines they
 * are records as they were: a journal again.
 */
export async function exportReplies(store: string, options: ExportOptions): Promise<number> {
  const { out, format } = options;
  checkOwnFiles(
    [{ path: out, option: "--out", is: "the export" }],
    [
      { path: store, is: "the journal that is exported" },
      ...(options.task ?? []).map((path) => ({ path, is: "the file of a task" })),
    ],
  );
  const csv = format === "csv";
  const templateOf = templateOfTasks(options);
  const records = readReplies(store, replyFilter(options));
  const output = await openOutput(out);
  let count = 0;
  let waiting = csv ? delimitedText([columns], ",") : "";
  for (const record of records) {
    count++;
    waiting += csv ? delimitedText([csvRow(record, templateOf)], ",") : `${JSON.stringify(record)}\n`;
    if (count % AT_ONCE > 0) continue;
    await output.write(waiting);
    waiting = "";
  }
  if (waiting !== "") await output.write(waiting);
  await output.end();
  return count;
}

function csvRow(record: JournalRecord, templateOf: TemplateOf): (string | number | null)[] {
  const { reply, continuation, attempt } = record;
  return [
    record.at,
    record.provider,
    record.model,
    templateOf(record),
    record.sample,
    attempt ?? null,
    reply.stop,
    reply.usage?.inputTokens ?? null,
    reply.usage?.outputTokens ?? null,
    reply.batch === true ? "true" : null,
    reply.id ?? null,
    record.key,
    JSON.stringify(record.settings),
    record.prompt,
    continuation?.text ?? null,
    reply.text,
  ];
}
