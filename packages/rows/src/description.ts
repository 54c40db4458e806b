// What a table is, by its first rows: kinds of columns, their roles, and what is doubtful
export { type Column, type ColumnKind } from "./columns/column.ts";
export { describeTable } from "./description/describe-table.ts";
export { type LabelScale, labelScale } from "./columns/label-scale.ts";
export { isNumberText, numberStyle, plainNumber } from "./cells/number-style.ts";
export {
  type ColumnRoles,
  columnRoles,
  type Doubt,
  type GivenReading,
  type Reading,
  type Shape,
  type TableDescription,
} from "./description/table-description.ts";
