/** A figure as data: drawn as SVG in the report and written as CSV beside it. */
export type Figure = BarsFigure | ScatterFigure | SweepFigure | StabilityFigure | TermsFigure | RatesFigure;

interface FigureCommon {
  /** File name without ending. */
  readonly name: string;
  readonly title: string;
  /** Where anything in it is simulated, the sentence that says so. */
  readonly simulated: string | undefined;
}

/** Who answered about what. */
interface Source {
  readonly dataset: string;
  readonly model: string;
}

/** Spearman's ρ of a method. */
interface Scored extends Source {
  readonly method: string;
  readonly rho: number;
  readonly standardError: number;
}

/** Figure 1: a panel a dataset, a bar a method and model, ± standard error, the oracle dashed. */
export interface BarsFigure extends FigureCommon {
  readonly kind: "bars";
  /** With the method's id as in `estimates.csv`. */
  readonly bars: readonly (Scored & { readonly id: string })[];
  /** PromptNCE with the counted marginal. */
  readonly oracles: readonly (Source & { readonly rho: number })[];
}

/** Estimated against true values of one term, a panel a dataset and method. */
export interface ScatterFigure extends FigureCommon {
  readonly kind: "scatter";
  readonly term: "conditional" | "marginal" | "pmi";
  readonly panels: readonly (Source & {
    readonly method: string;
    readonly points: readonly {
      readonly pair: string;
      readonly estimate: number;
      readonly truth: number;
      /** Of a PMI with a term that was reported as 0: where it lies the clamp says, not the model. */
      readonly clamped?: true;
    }[];
  })[];
}

/** ρ with PMI, K/L and OTHER mass as the candidate set grows. */
export interface SweepFigure extends FigureCommon {
  readonly kind: "sweep";
  readonly points: readonly (Scored & { readonly k: number })[];
  readonly other: readonly (Source & { readonly k: number; readonly coverage: number; readonly mass: number })[];
}

/** Repeated runs: each run's ρ with the truth, that of their average, and each pair's CV. */
export interface StabilityFigure extends FigureCommon {
  readonly kind: "stability";
  readonly series: readonly (Source & {
    readonly runs: readonly number[];
    readonly averaged: number;
    readonly variation: readonly number[];
  })[];
}

/** Where no truth is known: the two terms against each other, a panel a method. */
export interface TermsFigure extends FigureCommon {
  readonly kind: "terms";
  readonly points: readonly Readonly<
    Record<"method" | "pair", string> & Record<"conditional" | "marginal" | "pmi", number>
  >[];
}

/** Win rates with their intervals against chance, a panel a variant and method. */
export interface RatesFigure extends FigureCommon {
  readonly kind: "rates";
  readonly rates: readonly Readonly<
    Record<"variant" | "method" | "kind", string> & Record<"rate" | "low" | "high", number>
  >[];
}
