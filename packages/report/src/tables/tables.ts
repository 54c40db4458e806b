// Tables and their formats, separate from the page because the figures take long to load.
export { noteText } from "./table.ts";
export { tableCsv } from "./table-csv.ts";
export { escapeCell, markdownTableOf, tableMarkdown } from "./table-markdown.ts";
