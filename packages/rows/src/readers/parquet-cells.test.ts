import type { SchemaElement } from "hyparquet";
import { expect, it } from "vitest";
import { parquetCells } from "./parquet-cells.ts";

const [most, least] = [2n ** 63n - 1n, -(2n ** 63n)];
const days: Partial<SchemaElement> = { type: "INT32", converted_type: "DATE" };
const times = (unit: "MILLIS" | "MICROS" | "NANOS"): Partial<SchemaElement> => {
  return { type: "INT64", logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit } };
};

// The ends of the ranges, as Java's LocalDate and Instant write them.
it.each<[unknown, Partial<SchemaElement>, string]>([
  [2 ** 31 - 1, days, "+5881580-07-11"],
  [-(2 ** 31), days, "-5877641-06-23"],
  [-719_529, days, "-000001-12-31"],
  [-719_528, days, "0000-01-01"],
  [2_932_896, days, "9999-12-31"],
  [2_932_897, days, "+010000-01-01"],
  [most, times("MILLIS"), "+292278994-08-17T07:12:55.807Z"],
  [least, times("MILLIS"), "-292275055-05-16T16:47:04.192Z"],
  [most, times("MICROS"), "+294247-01-10T04:00:54.775807Z"],
  [least, times("MICROS"), "-290308-12-21T19:59:05.224192Z"],
  [most, times("NANOS"), "2262-04-11T23:47:16.854775807Z"],
])("%s is a date in ISO 8601, also beyond those of JavaScript", (value, element, text) => {
  const found = parquetCells({ element: { name: "a", ...element }, children: [] });
  expect("cellOf" in found && found.cellOf(value)).toBe(text);
});

it("refuses decimals of a scale that no number has", () => {
  const element = { name: "a", type: "INT32", converted_type: "DECIMAL", precision: 9 } as const;
  expect(parquetCells({ element: { ...element, scale: 101 }, children: [] })).toEqual({
    refused: "holds decimals of scale 101",
  });
});
