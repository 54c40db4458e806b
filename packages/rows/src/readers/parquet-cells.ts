import type { SchemaElement } from "hyparquet";
import type { Cell } from "../formats/records.ts";

/** The value of a cell, from what the reader returns for its column. */
type CellOf = (value: unknown) => Cell;

/**
 * How the values of a column become cells, or why they cannot: a cell holds one text, number or
 * truth value, and the JSON of a list or a struct. Dates and times become ISO 8601 text, to the last digit that the file holds; a time
 * without a time zone has none. `NaN`, as other programs write for a missing number, is `null`.
 */
export function parquetCells(column: ColumnSchema): { cellOf: CellOf } | { refused: string } {
  const { element, children } = column;
  if (children.length > 0 || element.repetition_type === "REPEATED") {
    if (holdsBytes(column)) return { refused: "holds bytes" };
    return { cellOf: present((value) => JSON.stringify(value, jsonValue)) };
  }
  const { type, scale = 0, precision = 0 } = element;
  const kind = kindOf(element);
  if (kind === "DECIMAL") {
    // The reader scales only what has the older mark, which every writer sets beside the newer one.
    if (element.converted_type !== "DECIMAL") return { refused: "holds decimals without a scale" };
    if (scale < 0 || scale > MOST_SCALE) return { refused: `holds decimals of scale ${scale}` };
    if (precision > MOST_DIGITS) {
      return {
        refused: `holds decimals of ${precision} digits (at most ${MOST_DIGITS} can be read)`,
      };
    }
    return { cellOf: present((value) => Number((value as number).toFixed(scale))) };
  }
  const perSecond = unitOf(element);
  if (kind === "DATE") return { cellOf: present((days) => dateText(BigInt(days as number))) };
  if (kind === "TIMESTAMP" || type === "INT96") {
    const end = isOfUtc(element) ? "Z" : "";
    const cellOf = present((count) => {
      const { days, time } = timeOf(count as bigint, perSecond);
      return `${dateText(days)}T${time}${end}`;
    });
    return { cellOf };
  }
  if (kind === "TIME") {
    return { cellOf: present((count) => timeOf(count as bigint, perSecond).time) };
  }
  if (type?.endsWith("BYTE_ARRAY") && !TEXTS.has(kind)) {
    return { refused: kind === "" ? "holds bytes" : `holds ${kind.toLowerCase()} values` };
  }
  return { cellOf: present(type === "FLOAT" ? singleCell : plainCell) };
}

/** A column of a file: its own element, and those nested in it. */
export interface ColumnSchema {
  readonly element: SchemaElement;
  readonly children: readonly ColumnSchema[];
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

/** The most places behind the point that JavaScript writes. */
const MOST_SCALE = 100;

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

/** A nested value as JSON holds it. */
function jsonValue(_: string, value: unknown): unknown {
  return typeof value === "object" ? value : plainCell(value);
}

/** Whether some value of a column, nested or not, is bytes. */
function holdsBytes({ element, children }: ColumnSchema): boolean {
  if (children.length > 0) return children.some(holdsBytes);
  return element.type?.endsWith("BYTE_ARRAY") === true && !TEXTS.has(kindOf(element));
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

const DAY_MS = 86_400_000;
const DAY_SECONDS = 86_400n;

/** After so many years, and days, the calendar repeats. */
const CYCLE_YEARS = 400n;
const CYCLE_DAYS = 146_097n;

/**
 * The date so many days after the beginning of 1970, in ISO 8601. JavaScript's own dates end some
 * 275,000 years from there, and those of a file millions of years.
 */
function dateText(days: bigint): string {
  const cycles = floorOf(days, CYCLE_DAYS);
  const date = new Date(Number(days - cycles * CYCLE_DAYS) * DAY_MS).toISOString();
  const year = BigInt(date.slice(0, 4)) + cycles * CYCLE_YEARS;
  return `${yearText(year)}${date.slice(4, "1970-01-01".length)}`;
}

/** A year of more than four digits, or before the year 0, has a sign and at least six digits. */
function yearText(year: bigint): string {
  if (year >= 0n && year <= 9999n) return String(year).padStart(4, "0");
  return year < 0n ? `-${String(-year).padStart(6, "0")}` : `+${String(year).padStart(6, "0")}`;
}

/** The time so many units after the beginning of 1970: its day from there, and the time of day. */
function timeOf(count: bigint | number, perSecond: bigint) {
  const units = BigInt(count);
  const seconds = floorOf(units, perSecond);
  const days = floorOf(seconds, DAY_SECONDS);
  const ofDay = new Date(Number(seconds - days * DAY_SECONDS) * 1000).toISOString();
  const whole = ofDay.slice("1970-01-01T".length, "1970-01-01T00:00:00".length);
  const digits = String(perSecond).length - 1;
  const fraction = String(units - seconds * perSecond).padStart(digits, "0");
  const decimals = fraction.replace(/0+$/, "");
  return { days, time: decimals === "" ? whole : `${whole}.${decimals}` };
}

/** The quotient, rounded down. */
function floorOf(value: bigint, by: bigint): bigint {
  const rest = ((value % by) + by) % by;
  return (value - rest) / by;
}
