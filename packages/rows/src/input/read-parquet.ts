import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { DataError } from "../errors.ts";
import type { FileRecord, Records } from "./records.ts";
import { unreadable } from "./bytes.ts";

/**
 * The records of a Parquet file, a row group at a time. Their lines are counted as those of a CSV
 * file with the same rows.
 */
export async function* readParquet(path: string, wanted: string): Records {
  const { file, metadata } = await opened(path, wanted);
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const objects = await parquetReadObjects({ file, metadata, rowStart, rowEnd });
    yield objects.map((object, i) => recordOf(object, rowStart + i + 2));
    rowStart = rowEnd;
  }
  if (rowStart === 0) throw new DataError(`${path} is empty: it has no rows.`);
}

async function opened(path: string, wanted: string) {
  let file: Awaited<ReturnType<typeof asyncBufferFromFile>>;
  try {
    file = await asyncBufferFromFile(path);
  } catch (error) {
    throw unreadable(path, error, wanted);
  }
  try {
    return { file, metadata: await parquetMetadataAsync(file) };
  } catch {
    throw new DataError(
      `${path} is not a whole Parquet file: an unfinished run leaves one without its end; give its command again.`,
    );
  }
}

function recordOf(object: Readonly<Record<string, unknown>>, line: number): FileRecord {
  const entries = new Map(Object.entries(object));
  return {
    line,
    columns: [...entries.keys()],
    value(column) {
      const value = entries.get(column);
      if (value === undefined) return undefined;
      return value === null ? "" : String(value as string | number | bigint);
    },
  };
}
