import type { SchemaElement } from "hyparquet";
import type { Cell } from "./records.ts";

/** The value of a cell, from what the reader returns for its column. */
type CellOf = (value: unknown) => Cell;

/**
 * How the values of a column become cells, or why they cannot: a cell holds one text, number or
 * truth value. Dates and times become ISO 8601 text, to the last digit that the file holds; a time
 * without a time zone has none. `NaN`, as other programs write for a missing number, is `null`.
 */
export function parquetCells(column: ColumnSchema): { cellOf: CellOf } | { refused: string } {
  const { element, children } = column;
  if (children.length > 0 || element.repetition_type === "REPEATED") {
    return { refused: "is nested, as a list or a struct" };
  }
  const { type, scale = 0, precision = 0 } = element;
  const kind = kindOf(element);
  if (kind === "DECIMAL") {
    // The reader scales only what has the older mark, which every writer sets beside the newer one.
    if (element.converted_type !== "DECIMAL") return { refused: "holds decimals without a scale" };
    if (precision > MOST_DIGITS) {
      return {
        refused: `holds decimals of ${precision} digits (at most ${MOST_DIGITS} can be read)`,
      };
    }
    return { cellOf: present((value) => Number((value as number).toFixed(scale))) };
  }
  const perSecond = unitOf(element);
  if (kind === "DATE") return { cellOf: present(dateText) };
  if (kind === "TIMESTAMP" || type === "INT96") {
    const end = isOfUtc(element) ? "Z" : "";
    return { cellOf: present((value) => `${timeText(value as bigint, perSecond)}${end}`) };
  }
  if (kind === "TIME") {
    const start = "1970-01-01T".length;
    return { cellOf: present((count) => timeText(count as bigint, perSecond).slice(start)) };
  }
  if (type?.endsWith("BYTE_ARRAY") && !TEXTS.has(kind)) {
    return { refused: kind === "" ? "holds bytes" : `holds ${kind.toLowerCase()} values` };
  }
  return { cellOf: present(type === "FLOAT" ? singleCell : plainCell) };
}

/** A column of a file: its own element, and those nested in it. */
export interface ColumnSchema {
  readonly element: SchemaElement;
  readonly children: readonly unknown[];
}

/** The parsers that leave dates, times and JSON as the file holds them. */
export const asHeld = {
  timestampFromMilliseconds: (count: bigint): bigint => count,
  timestampFromMicroseconds: (count: bigint): bigint => count,
  timestampFromNanoseconds: (count: bigint): bigint => count,
  dateFromDays: (days: number): number => days,
  jsonFromBytes: (bytes: Uint8Array | undefined): string | undefined =>
    bytes && new TextDecoder().decode(bytes),
};

/** The digits of a decimal that a number holds without loss. */
const MOST_DIGITS = 15;

/** The kinds of byte arrays that hold text, or a number. */
const TEXTS = new Set(["STRING", "UTF8", "ENUM", "JSON", "UUID", "FLOAT16"]);

/** What a column holds, by its logical type or the older converted type; "" if neither is given. */
function kindOf({ logical_type: logical, converted_type: converted }: SchemaElement): string {
  return logical?.type ?? converted?.replace(/_(MILLIS|MICROS)$/, "") ?? "";
}

const PER_SECOND = { MILLIS: 1000n, MICROS: 1_000_000n, NANOS: 1_000_000_000n } as const;

/** How many of its units a second has. */
function unitOf({ type, logical_type: logical, converted_type: converted }: SchemaElement): bigint {
  if (type === "INT96") return PER_SECOND.NANOS;
  if (logical !== undefined && "unit" in logical) return PER_SECOND[logical.unit];
  return converted?.endsWith("_MILLIS") ? PER_SECOND.MILLIS : PER_SECOND.MICROS;
}

function isOfUtc({ logical_type: logical }: SchemaElement): boolean {
  return logical !== undefined && "isAdjustedToUTC" in logical && logical.isAdjustedToUTC;
}

function present(cellOf: CellOf): CellOf {
  return (value) => (value === undefined || value === null ? null : cellOf(value));
}

function plainCell(value: unknown): Cell {
  if (typeof value === "bigint") {
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  }
  return Number.isNaN(value) ? null : (value as Cell);
}

/** A number of single precision as the shortest one that stands for it: 0.1, not 0.10000000149. */
function singleCell(value: unknown): Cell {
  const digits = [6, 7, 8, 9].map((count) => Number((value as number).toPrecision(count)));
  return plainCell(digits.find((one) => Math.fround(one) === value) ?? value);
}

function dateText(days: unknown): string {
  const [date = ""] = new Date((days as number) * DAY_MS).toISOString().split("T");
  return date;
}

const DAY_MS = 86_400_000;

/** The time so many units after the beginning of 1970. */
function timeText(count: bigint | number, perSecond: bigint): string {
  const units = BigInt(count);
  const fraction = ((units % perSecond) + perSecond) % perSecond;
  const seconds = Number((units - fraction) / perSecond);
  const digits = String(perSecond).length - 1;
  const decimals = String(fraction).padStart(digits, "0").replace(/0+$/, "");
  const whole = new Date(seconds * 1000).toISOString().replace(/\.000Z$/, "");
  return decimals === "" ? whole : `${whole}.${decimals}`;
}
