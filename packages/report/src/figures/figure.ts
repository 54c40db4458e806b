import type { Table } from "../tables/table.ts";

/** What every figure has, as data: it is drawn as SVG in the report and written as CSV beside it. */
export type FigureCommon = Pick<Table, "name" | "title" | "simulated">;

/** Who answered about what. */
export interface FigureSource {
  readonly dataset: string;
  readonly model: string;
}

/** Spearman's ρ of a method. */
export interface Scored extends FigureSource {
  readonly method: string;
  readonly rho: number;
  readonly standardError: number;
}
