import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { Output } from "./open-output.ts";
import type { ResultRow, RowWriter, WrittenColumn } from "./result-rows.ts";

const parquetTypes = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  number: { type: "DOUBLE" },
  flag: { type: "BOOLEAN" },
} as const;

/** Rows that are held in memory before they are written. */
const GROUP = 20_000;

/** A writer of Parquet: text as UTF-8 strings, numbers as doubles, flags as booleans, all of which may be null. */
export function parquetWriter(columns: readonly WrittenColumn[], output: Output): RowWriter {
  const bytes = new ByteWriter();
  const file = new ParquetWriter({
    writer: bytes,
    schema: [
      { name: "root", num_children: columns.length },
      ...columns.map(({ name, type }) => ({
        name,
        ...parquetTypes[type],
        repetition_type: "OPTIONAL" as const,
      })),
    ],
    createdBy: "promptnce",
  });
  let group: ResultRow[] = [];
  const flush = async (): Promise<void> => {
    // The bytes are copied: the buffer is filled again while the output still has them.
    const piece = new Uint8Array(bytes.buffer, 0, bytes.index).slice();
    bytes.index = 0;
    await output.write(piece);
  };
  const writeGroup = async (): Promise<void> => {
    const rows = group;
    group = [];
    if (rows.length === 0) return;
    const columnData = columns.map(({ name }, i) => ({
      name,
      data: rows.map((row) => row[i] ?? null),
    }));
    await file.write({ columnData, rowGroupSize: GROUP });
    await flush();
  };
  return {
    async write(rows) {
      for (const row of rows) group.push(row);
      if (group.length >= GROUP) await writeGroup();
    },
    async end() {
      await writeGroup();
      await file.finish();
      await flush();
      await output.end();
    },
  };
}
