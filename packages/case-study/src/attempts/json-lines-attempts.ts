import type { AttemptRow } from "./attempt-row.ts";
import { ClassDataError } from "./errors.ts";
import type { TextFile } from "./read-text.ts";

/**
 * The attempts in a file of JSON lines, one object an attempt: `student`, `assignment` or `task`, `code`, and `attempt`
 * or `order` where the lines are not in order, as IntroClass is packed. Other fields are passed over.
 *
 * @throws {ClassDataError} naming file, line and field.
 */
export function jsonLinesAttempts({ file, text }: TextFile): AttemptRow[] {
  return text.split("\n").flatMap((line, i) => {
    if (line.trim() === "") return [];
    const place = `${file}, line ${i + 1}`;
    const record = parsed(line, place);
    const textOf = (field: string): string | undefined => {
      const value = record.get(field);
      if (typeof value === "number") return String(value);
      if (value === undefined || typeof value === "string") return value;
      throw new ClassDataError(`${place}: "${field}" is no text but ${JSON.stringify(value)}.`);
    };
    const needed = (...fields: string[]): string => {
      const value = fields.map(textOf).find((one) => one !== undefined);
      if (value !== undefined) return value;
      throw new ClassDataError(
        `${place} has no ${fields.map((field) => `"${field}"`).join(" or ")}; its fields are ${[...record.keys()].join(", ")}.`,
      );
    };
    const named = (...fields: string[]): string => {
      const value = needed(...fields).trim();
      if (value === "") throw new ClassDataError(`${place}: the ${fields[0]} is blank.`);
      return value;
    };
    const [order, attempt] = [textOf("order"), textOf("attempt")];
    const [student, task] = [named("student"), named("assignment", "task")];
    return [{ student, task, code: needed("code"), place, order, attempt }];
  });
}

/** The object's fields; a map, since a field of a hostile file may have any name. */
function parsed(line: string, place: string): ReadonlyMap<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new ClassDataError(`${place} is not JSON: one object a line is expected.`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ClassDataError(`${place} is no JSON object: one a line is expected.`);
  }
  return new Map(Object.entries(value));
}
