// Tables and their forms, apart from the page, whose figures take long to load.
export { tableCsv } from "./table-csv.ts";
export { escapeCell, markdownTableOf, tableMarkdown } from "./table-markdown.ts";
