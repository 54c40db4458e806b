/** What other programs need to show their results on the same page as a run of the benchmark. */
export { wantedQuestions } from "./asked-questions.ts";
export type { WantedQuestions } from "./asked-questions.ts";
export { drawFigure } from "../figures/draw-figure.ts";
export type { DrawnFigure } from "../figures/draw-figure.ts";
export { fits } from "../figures/fits.ts";
export { page } from "./page.ts";
export type { PageContent, PageSection, UnreadableText } from "./page.ts";
export type { PairEstimate, PairRow } from "./pairs-data.ts";
export type { Table } from "../tables/table.ts";
export { valueText } from "../tables/value-text.ts";
