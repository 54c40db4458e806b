/**
 * What the command says and where it may write, which is as in bench. In the published command this file
 * is replaced by one with everything in it, as `page.ts` is.
 */
export {
  checkOwnFiles,
  checkReportFile,
  countText,
  escapeCell,
  markdownTableOf,
  interruptible,
  personAtTerminal,
  progressNote,
  printable,
  type ReadFile,
  shellWord,
  showProgress,
  tableCsv,
  tableMarkdown,
  tellEnd,
} from "@promptnce/report/terminal";
