import { type JournalRecord, journalText } from "@promptnce/engine/journal";
import { isDatabase } from "@promptnce/engine/address";
import { delimitedText, openOutput } from "@promptnce/rows/results";
import { checkOwnFiles } from "#command/terminal";
import { readReplies } from "./reply-records.ts";
import { type SelectionOptions, templateOf } from "./reply-selection.ts";

export type ExportOptions = SelectionOptions & {
  readonly out: string;
  readonly format: "jsonl" | "csv";
};

const columns: readonly (readonly [
  name: string,
  of: (record: JournalRecord) => string | number | null,
])[] = [
  ["at", ({ at }) => at],
  ["provider", ({ provider }) => provider],
  ["model", ({ model }) => model],
  ["template", templateOf],
  ["sample", ({ sample }) => sample],
  ["attempt", ({ attempt }) => attempt ?? null],
  ["stop", ({ reply }) => reply.stop],
  ["input_tokens", ({ reply }) => reply.usage?.inputTokens ?? null],
  ["output_tokens", ({ reply }) => reply.usage?.outputTokens ?? null],
  ["batch", ({ reply }) => (reply.batch === true ? "true" : null)],
  ["id", ({ reply }) => reply.id ?? null],
  ["key", ({ key }) => key],
  ["settings", ({ settings }) => JSON.stringify(settings)],
  ["limit", ({ limit }) => limit ?? null],
  ["prompt", ({ prompt }) => prompt],
  ["continuation", ({ continuation }) => continuation?.text ?? null],
  ["reply", ({ reply }) => reply.text],
  ["failure", ({ reply }) => reply.failure?.message ?? null],
  ["charge", ({ charge }) => (charge === true ? "true" : null)],
];

/**
 * Writes the selected replies and returns their number. As JSON lines, they are again a journal.
 */
export async function exportReplies(store: string, options: ExportOptions): Promise<number> {
  const { out, format } = options;
  const read = isDatabase(store) ? [] : [{ path: store, is: "the journal that is exported" }];
  checkOwnFiles([{ path: out, option: "--out", is: "the export" }], read);
  const csv = format === "csv";
  const records = await readReplies(store, options);
  const output = await openOutput(out);
  let count = 0;
  if (csv) await output.write(delimitedText([columns.map(([name]) => name)], ","));
  for await (const record of records) {
    count++;
    await output.write(
      csv
        ? delimitedText([columns.map(([, value]) => value(record))], ",")
        : `${journalText(record)}\n`,
    );
  }
  await output.end();
  return count;
}
