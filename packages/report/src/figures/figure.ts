import type { Table } from "../tables/table.ts";

/**
 * What all figures share. A figure is data, drawn as SVG in the report and written as CSV beside
 * it.
 */
export interface FigureCommon extends Pick<Table, "name" | "title" | "simulated"> {
  /** The parts of legends that pictures above have shown; a drawing adds its own. */
  readonly explained?: Set<string>;
}

/** The dataset and the model that a value belongs to. */
export interface FigureSource {
  readonly dataset: string;
  readonly model: string;
}

/** A method's Spearman correlation ρ. */
export interface MethodRho extends FigureSource {
  readonly method: string;
  readonly rho: number;
  readonly standardError: number;
}
