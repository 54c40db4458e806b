// Readers of a user's files: tables, read a few records at a time, label lists and counts
export {
  inputFormat,
  type InputFormat,
  outputFormat,
  type TableFormat,
} from "./formats/file-format.ts";
export { checkFile, checkTextFile, unreadable } from "./formats/unreadable.ts";
export { missingCodes } from "./input/missing-codes.ts";
export { missingTest } from "./input/missing-texts.ts";
export { namedColumns, splitNames } from "./input/named-columns.ts";
export { readCounts } from "./input/read-counts.ts";
export { readLabels } from "./input/read-labels.ts";
export { RESULT } from "./readers/read-records.ts";
export { type Columns, inputText, readRows, type Row } from "./input/read-rows.ts";
export {
  type RowFile,
  type RowRecord,
  type RowSource,
  type RowTable,
  tableFile,
} from "./input/table.ts";
export { type FirstRows, firstRows, type TableStart, tableStart } from "./input/table-start.ts";
export { voteShare } from "./input/vote-shares.ts";
export { laidOut } from "./layout/laid-out.ts";
export { layoutOf, layoutOptions, NAME_LABELS, namesLabels } from "./layout/named-layout.ts";
