import { z } from "zod";
import { type DataFile, utf8 } from "./data-file.ts";
import { DatasetError } from "./errors.ts";

/**
 * The value of a JSON file, with each number as its source text, so that a table repeats it digit
 * for digit.
 * @throws DatasetError if the file is not JSON, or not of the form
 */
export function readJson<T>(part: DataFile, form: z.ZodType<T>): T {
  try {
    return form.parse(JSON.parse(utf8(part), numberAsText));
  } catch (error) {
    if (error instanceof DatasetError) throw error;
    const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new DatasetError(`${part.file} is not of the form that was expected: ${why}`);
  }
}

function numberAsText(_key: string, value: unknown, context?: { readonly source: string }) {
  return typeof value === "number" ? (context?.source ?? String(value)) : value;
}
