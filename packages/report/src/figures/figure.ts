/** What every figure has, as data: it is drawn as SVG in the report and written as CSV beside it. */
export interface FigureCommon {
  /** File name without ending. */
  readonly name: string;
  readonly title: string;
  /** Where anything in it is simulated, the sentence that says so. */
  readonly simulated: string | undefined;
}

/** Who answered about what. */
export interface Source {
  readonly dataset: string;
  readonly model: string;
}

/** Spearman's ρ of a method. */
export interface Scored extends Source {
  readonly method: string;
  readonly rho: number;
  readonly standardError: number;
}
