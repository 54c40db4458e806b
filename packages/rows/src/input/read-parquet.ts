import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { DataError } from "../errors.ts";
import { unreadable } from "./read-text.ts";
import { recordOf, type Records } from "./records.ts";

/**
 * The records of a Parquet file, a row group at a time. Their lines are counted as those of a CSV file with the same
 * rows.
 *
 * @throws DataError where it cannot be read, is not whole, or has no rows.
 */
export async function* readParquet(path: string, wanted: string): Records {
  const file = await asyncBufferFromFile(path).catch((error: unknown) => {
    throw unreadable(path, error, wanted);
  });
  const metadata = await parquetMetadataAsync(file).catch(() => {
    throw new DataError(
      `${path} is not a whole Parquet file: an unfinished run leaves one without its end; give its command again.`,
    );
  });
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const objects = await parquetReadObjects({ file, metadata, rowStart, rowEnd });
    const first = rowStart + 2;
    yield objects.map((object, i) => recordOf(object, first + i, path));
    rowStart = rowEnd;
  }
  if (rowStart === 0) throw new DataError(`${path} is empty: it has no rows.`);
}
