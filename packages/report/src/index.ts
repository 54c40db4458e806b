// The presentation of results: tables, figures, and the page that contains them.
export { WantedQuestions } from "./page/asked-questions.ts";
export { drawFigure, type Figure } from "./figures/draw-figure.ts";
export type { DrawnFigure } from "./figures/drawn-figure.ts";
export type { BarsFigure } from "./figures/draw-bars.ts";
export type { DotsFigure } from "./figures/draw-dots.ts";
export { CLAMPED, type HeatCell, type HeatFigure } from "./figures/draw-heat.ts";
export type { ScatterFigure } from "./figures/draw-scatter.ts";
export type { StabilityFigure } from "./figures/draw-stability.ts";
export type { SweepFigure } from "./figures/draw-sweep.ts";
export { escapeHtml } from "./figures/escape-html.ts";
export {
  type FirstScreen,
  introHtml,
  type HeadlineResult,
  type PageOpening,
} from "./page/first-screen.ts";
export { framed, page, type PageContent, type UnaskedContent } from "./page/page.ts";
export type { JudgedAttempt, PairEstimate, PairRow, PairsData } from "./page/pairs.ts";
export { tableHtml } from "./page/table-html.ts";
export { causeOf } from "./page/unreadable-html.ts";
export { columns, isMeasured, markNote, noteText, placeOf } from "./tables/table.ts";
export type { Column, Measurement, Note, SharedNote, Table, Value } from "./tables/table.ts";
export { tableCsv } from "./tables/table-csv.ts";
export { tableLatex } from "./tables/table-latex.ts";
export { escapeCell, markdownTableOf, tableMarkdown } from "./tables/table-markdown.ts";
export { valueText } from "./tables/value-text.ts";
