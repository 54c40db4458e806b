import type { AttemptRow } from "./attempt-row.ts";
import { ClassDataError } from "./errors.ts";
import { csvRecords } from "./csv-records.ts";
import type { TextFile } from "./read-text.ts";

/**
 * The attempts in a CSV file with the columns `student`, `task` and `code`, and `order` or `attempt`
 * where the lines are not in order. Other columns are passed over.
 *
 * @throws {ClassDataError} naming file and line, also where a student or task is blank.
 */
export function csvAttempts(file: TextFile): AttemptRow[] {
  return csvRecords(file, ["student", "task", "code"]).map(({ line, fields }): AttemptRow => {
    const place = `${file.file}, line ${line}`;
    const named = (column: string): string => {
      const value = fields.get(column)?.trim() ?? "";
      if (value === "") throw new ClassDataError(`${place}: the ${column} is blank.`);
      return value;
    };
    const [order, attempt] = [fields.get("order"), fields.get("attempt")];
    return {
      student: named("student"),
      task: named("task"),
      code: fields.get("code") ?? "",
      place,
      ...(order !== undefined && { order }),
      ...(attempt !== undefined && { attempt }),
    };
  });
}
