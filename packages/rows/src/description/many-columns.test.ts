import { describe, expect, it } from "vitest";
import { columnOf, type Column } from "../columns/column.ts";
import { describeTable } from "./describe-table.ts";
import { alikeColumns } from "./rater-columns.ts";
import { tableFrom } from "./table.test.support.ts";
import { findTotal } from "./totals.ts";

type Cells = (column: number) => (row: number) => string | number;

const KINDS: readonly (readonly [string, Cells])[] = [
  ["grades", (column) => (row) => 1 + ((row * (column + 1)) % 5)],
  ["counts", (column) => (row) => (row * 7919 + column * 104729) % 1009],
  ["marks of 0 and 1 with equal sums", (column) => (row) => Number((row + column) % 4 === 0)],
  ["labels of their own", (column) => (row) => `${["calm", "busy"][row % 2]} ${column}`],
  ["shares", (column) => (row) => (((row + column) * 31) % 97) / 97],
];

/** So many columns, whose texts are counted where they are looked up among those of another. */
function columnsOf(cells: Cells, count: number, rows: number) {
  let lookups = 0;
  class Counted extends Map<string, number> {
    override has(value: string): boolean {
      lookups++;
      return super.has(value);
    }
  }
  const columns = Array.from({ length: count }, (_, i): Column => {
    const table = tableFrom({ [`Q${i}`]: cells(i) }, rows);
    const column = columnOf(`Q${i}`, table.rows);
    return { ...column, values: new Counted(column.values) };
  });
  return { columns, lookups: () => lookups };
}

describe("the work of judging a table grows with its columns, not with their pairs:", () => {
  it.each(KINDS)("%s", (_, cells) => {
    const work = (count: number) => {
      const { columns, lookups } = columnsOf(cells, count, 40);
      const comparisons = { made: 0 };
      findTotal(columns, comparisons);
      alikeColumns(columns);
      return { lookups: lookups(), compared: comparisons.made };
    };
    const [half, whole] = [work(150), work(300)];
    expect(whole.lookups).toBeLessThanOrEqual(2.5 * half.lookups + 2500);
    expect(whole.compared).toBeLessThanOrEqual(4096);
  });

  it("300 columns of 500 rows are read twice at most", () => {
    let reads = 0;
    const columns = Array.from({ length: 300 }, (_, i) => `Q${i}`);
    const rows = Array.from({ length: 500 }, (_, row) => (name: string) => {
      reads++;
      return name === "Q0" ? `A comment about lift ${row}` : String((row * name.length) % 5);
    });
    expect(describeTable({ columns, rows }).doubts.length).toBeGreaterThan(0);
    expect(reads).toBeLessThanOrEqual(2 * 300 * 500);
  });
});
