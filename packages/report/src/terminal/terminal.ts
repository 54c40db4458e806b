// What a command says and where it may write; apart from the page, whose figures take long to load.
export { countText } from "./count-text.ts";
export { tellEnd } from "./exit-code.ts";
export { interruptible } from "./interruptible.ts";
export { checkOwnFiles, checkReportFile, type ReadFile } from "./own-files.ts";
export { personAtTerminal } from "./person-at-terminal.ts";
export { printable } from "./printable.ts";
export { type ProgressDisplay, showProgress } from "./progress.ts";
export { tableCsv } from "../tables/table-csv.ts";
export { escapeCell, markdownTableOf, tableMarkdown } from "../tables/table-markdown.ts";
export { shellWord } from "./shell-word.ts";
