/**
 * The page and its figures, which are the report package's. In the published command this file is replaced by one
 * with everything in it (see `build-page.ts`), so that nobody installs what draws the figures.
 */
export { drawFigure, page, valueText, WantedQuestions } from "@promptnce/report";
export type { DrawnFigure, PageContent, PairEstimate, PairRow, Table } from "@promptnce/report";
