import { basename, join } from "node:path";
import type { AttemptRow, Attempts } from "./attempt-row.ts";
import { ClassDataError } from "./errors.ts";
import { codeStates } from "./code-states.ts";
import { csvRecords, filledField, type CsvRecord } from "./csv-records.ts";
import { readText } from "./read-text.ts";

/** Columns that say when an event was, the surest first. */
const clocks = ["Order", "ServerTimestamp", "ClientTimestamp"];

/**
 * The attempts in a ProgSnap2 folder (`MainTable.csv`, and `CodeStates` or a column `X-CodeState`): the code at each
 * event of the types given. By default these are submissions and runs, where the table has any, since a key pressed is
 * no attempt; else all that have code. The task is the assignment with, where there is one, the problem.
 *
 * @throws {ClassDataError} naming file and line.
 */
export async function progsnap2(folder: string, events?: readonly string[]): Promise<Attempts> {
  const name = `${basename(folder)}/MainTable.csv`;
  const main = await readText(join(folder, "MainTable.csv"), name);
  const records = csvRecords(main, ["SubjectID", "EventType"]);
  if (records.length === 0) {
    throw new ClassDataError(`${name} has a header and no events: there are no attempts in it.`);
  }
  const columns = new Set(records[0]?.fields.keys());
  const inTable = columns.has("X-CodeState");
  if (!inTable && !columns.has("CodeStateID")) {
    throw new ClassDataError(`${name}, line 1: there is no column "CodeStateID" or "X-CodeState".`);
  }
  const types = [...new Set(records.map(typeOf))];
  const unknown = events?.find((type) => !types.includes(type));
  if (unknown !== undefined) {
    throw new ClassDataError(`${name} has no event of the type "${unknown}"; there are ${types.join(", ")}.`);
  }
  const tries = types.filter((type) => /(^|\.)(Submit|Run)(\.|$)/.test(type));
  const taken = new Set(events ?? (tries.length > 0 ? tries : types));
  const wanted = records.filter((record) => taken.has(typeOf(record)));
  const states = inTable ? undefined : await codeStates(folder);
  const clock = clocks.find((column) => columns.has(column));
  const rows: AttemptRow[] = [];
  for (const record of wanted) {
    const { place } = record;
    const id = record.fields.get("CodeStateID") ?? "";
    // Events such as a session's start have no code state.
    if (states !== undefined && id === "") continue;
    const code = (await states?.code(id, place)) ?? record.fields.get("X-CodeState") ?? "";
    const order = clock && record.fields.get(clock);
    rows.push({ student: filledField(record, "SubjectID"), task: taskOf(record), code, place, order });
  }
  const left = types.length > taken.size;
  return {
    rows,
    sources: [main.source, ...(states?.sources ?? [])],
    notes: left ? [`${name}: took ${rows.length} of ${records.length} events (${[...taken].join(", ")}).`] : [],
  };
}

function typeOf({ fields }: CsvRecord): string {
  return fields.get("EventType") ?? "";
}

function taskOf({ fields }: CsvRecord): string {
  const parts = [fields.get("AssignmentID"), fields.get("ProblemID")];
  return parts.filter((part) => part !== undefined && part.trim() !== "").join("/") || "all";
}
