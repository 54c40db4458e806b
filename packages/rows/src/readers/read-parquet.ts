import type { FileMetaData } from "hyparquet";
import { DataError } from "../errors.ts";
import { isInflated, pageInflaters } from "./inflate-page.ts";
import { asHeld, parquetCells } from "./parquet-cells.ts";
import { unreadable } from "../formats/unreadable.ts";
import { AT_ONCE, type Cell, type FileRecord, type Records } from "../formats/records.ts";

interface ParquetOptions {
  /** The file's name in errors. */
  readonly file: string;
  /** The kind of file to ask for if this one cannot be read. */
  readonly wanted: string;
  /** The columns that the file must have. */
  readonly columns: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/**
 * Yields the records of a Parquet file, some at a time, with the lines of a CSV file of the same
 * rows. A row group is held in memory, and nothing of those before it.
 *
 * @throws DataError for a file that is no whole Parquet file or has no rows, and, naming it, for a
 *   column that is missing, of bytes, or compressed in a way that is not known here.
 */
export async function* readParquet(path: string, options: ParquetOptions): Records {
  const { file: name, signal } = options;
  const opened = await open(path, options);
  const { metadata, schema, columns } = opened;
  const cellsOf = schema.map((column) => {
    const found = parquetCells(column);
    if ("cellOf" in found) return found.cellOf;
    throw new DataError(
      `${name}: the column ${column.element.name} ${found.refused}, and a cell holds one text or number; leave the column out, or write it as text.`,
    );
  });
  checkColumns(columns, options);
  checkCompression(metadata, name);
  const places = new Map(columns.map((column, place) => [column, place]));
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    signal?.throwIfAborted();
    const rowEnd = rowStart + Number(group.num_rows);
    const values = await readGroup(opened, { rowStart, rowEnd }, name);
    for (let from = 0; from < rowEnd - rowStart; from += AT_ONCE) {
      const first = rowStart + from + 2;
      const count = Math.min(AT_ONCE, rowEnd - rowStart - from);
      // Copied cell by cell: a record that is kept must not keep its row group.
      yield Array.from({ length: count }, (_, i) => {
        const cells = values.map((column, place) => cellsOf[place]!(column[from + i]));
        return recordOfCells(places, cells, { columns, line: first + i });
      });
    }
    rowStart = rowEnd;
  }
  if (rowStart === 0) throw new DataError(`${name} is empty: it has no rows.`);
}

async function open(path: string, { file: name, wanted }: ParquetOptions) {
  const { asyncBufferFromFile, parquetMetadataAsync, parquetSchema } = await import("hyparquet");
  const file = await asyncBufferFromFile(path).catch((error: unknown) => {
    throw unreadable(name, error, wanted);
  });
  const metadata = await parquetMetadataAsync(file, { geoparquet: false }).catch(() => {
    throw new DataError(
      `${name} is not a complete Parquet file: it has another format, or was cut off, as by a run that did not finish; write it again.`,
    );
  });
  const schema = parquetSchema(metadata).children;
  return { file, metadata, schema, columns: schema.map(({ element }) => element.name) };
}

/** The values of a row group, by column. */
async function readGroup(
  { file, metadata, columns }: Awaited<ReturnType<typeof open>>,
  range: { readonly rowStart: number; readonly rowEnd: number },
  name: string,
): Promise<unknown[][]> {
  const { parquetRead, snappyUncompress } = await import("hyparquet");
  const compressors = pageInflaters(snappyUncompress);
  let failure: unknown;
  const values = new Map(columns.map((column): [string, unknown[]] => [column, []]));
  await parquetRead({
    file,
    metadata,
    ...range,
    compressors,
    parsers: asHeld,
    geoparquet: false,
    onChunk({ columnName, columnData, rowStart: first }) {
      try {
        const held = values.get(columnName)!;
        for (let i = 0; i < columnData.length; i++) {
          held[first - range.rowStart + i] = columnData[i];
        }
      } catch (error) {
        failure ??= error; // The reader awaits nothing of what is thrown here.
      }
    },
  }).catch((error: unknown) => {
    failure ??= error;
  });
  if (failure === undefined) return [...values.values()];
  throw new DataError(
    `${name} cannot be read (${(failure as Error).message}): write it again, with Snappy or no compression.`,
  );
}

function recordOfCells(
  places: ReadonlyMap<string, number>,
  cells: readonly Cell[],
  where: Pick<FileRecord, "columns" | "line">,
): FileRecord {
  const cellOf = (column: string): Cell => cells[places.get(column) ?? -1] ?? null;
  return {
    ...where,
    cell: cellOf,
    value(column) {
      const cell = cellOf(column);
      return cell === null ? undefined : String(cell);
    },
  };
}

function checkColumns(names: readonly string[], { file, columns }: ParquetOptions): void {
  const missing = columns.find((column) => !names.includes(column));
  if (missing === undefined) return;
  const there = names.join(", ").slice(0, 1000);
  throw new DataError(`${file}: there is no column ${missing}; the columns are ${there}.`);
}

function checkCompression({ row_groups: groups }: FileMetaData, name: string): void {
  for (const { meta_data: column } of groups.flatMap((group) => group.columns)) {
    const codec = column?.codec ?? "UNCOMPRESSED";
    if (codec === "UNCOMPRESSED" || isInflated(codec)) continue;
    throw new DataError(
      `${name}: the column ${column?.path_in_schema[0]} is compressed with ${codec}, which cannot be read here; write the file with Snappy.`,
    );
  }
}
