import { UsageError } from "@promptnce/command/errors";
import { tableMarkdown } from "@promptnce/report";
import { caveat, gapsOf, pointsOf, verdictOf } from "./findings.ts";
import { makeRecord } from "./record.ts";
import type { RecordOptions } from "../run/record-options.ts";
import { checkRecordOut, writeRecord } from "./write-record.ts";

/**
 * Judges recorded replies, writes the results, and returns the closing text.
 *
 * @param show receives the part being judged, about once a second
 */
export function runRecord(
  { data, out, seed, tables: isPrinted }: RecordOptions,
  say: (line: string) => void,
  show?: (part: string) => void,
): string {
  if (data === undefined) {
    throw new UsageError(
      "--data: --experiment record needs the folder of recorded replies; promptnce datasets fetch opinionqa makes one",
    );
  }
  checkRecordOut(out);
  const settings = { data, seed };
  const record = makeRecord(settings, show);
  const { tables, files } = writeRecord(out, record, settings);
  for (const { id, reason } of record.left) {
    say(`Left out: ${id}, because ${reason}.`);
  }
  const end = `Wrote ${files.length} files to ${out}. Open ${out}/report.html.\n`;
  if (isPrinted) return `${tables.map(tableMarkdown).join("\n")}\n${end}`;
  const points = [...pointsOf(record), ...gapsOf(record.opinionQa)].map((point) => `- ${point}\n`);
  return `${caveat}\n\n${verdictOf(record.opinionQa)}\n\n${points.join("")}\n${end}`;
}
