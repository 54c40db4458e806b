import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Source } from "@promptnce/core";
import type { AttemptRow, Attempts } from "./attempt-row.ts";
import { ClassDataError } from "./errors.ts";
import { csvRecords, filledField, type CsvRecord } from "./csv-records.ts";
import { readText } from "./read-text.ts";

/** Columns with the time of an event, the most reliable first. */
const clocks = ["Order", "ServerTimestamp", "ClientTimestamp"];

/**
 * The attempts in a ProgSnap2 folder (`MainTable.csv`, and `CodeStates` or a column `X-CodeState`):
 * the code at each event of the types given. By default these are submissions and runs, where the
 * table has any, since a key pressed is no attempt; else all that have code. The task is the
 * assignment with, where there is one, the problem.
 * @throws ClassDataError naming file and line
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
    throw new ClassDataError(
      `${name} has no event of the type "${unknown}"; there are ${types.join(", ")}.`,
    );
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
    // Events such as the start of a session have no code state.
    if (states !== undefined && id === "") continue;
    const code = (await states?.code(id, place)) ?? record.fields.get("X-CodeState") ?? "";
    const order = clock && record.fields.get(clock);
    rows.push({
      student: filledField(record, "SubjectID"),
      task: taskOf(record),
      code,
      place,
      order,
    });
  }
  const left = types.length > taken.size;
  return {
    rows,
    sources: [main.source, ...(states?.sources ?? [])],
    notes: left
      ? [`${name}: took ${rows.length} of ${records.length} events (${[...taken].join(", ")}).`]
      : [],
  };
}

function typeOf({ fields }: CsvRecord): string {
  return fields.get("EventType") ?? "";
}

function taskOf({ fields }: CsvRecord): string {
  const parts = [fields.get("AssignmentID"), fields.get("ProblemID")];
  return parts.filter((part) => part !== undefined && part.trim() !== "").join("/") || "all";
}

/**
 * `code` is the text of the state that the main table names at `place`; blank where the state is
 * empty.
 */
interface CodeStates {
  code(id: string, place: string): Promise<string>;
  readonly sources: readonly Source[];
}

/** A table `CodeStates/CodeStates.csv`, or a folder `CodeStates/ID` each. */
async function codeStates(folder: string): Promise<CodeStates> {
  const within = join(folder, "CodeStates");
  const name = basename(folder);
  const held = await readdir(within).catch(() => undefined);
  if (held?.includes("CodeStates.csv")) {
    return tableStates(join(within, "CodeStates.csv"), `${name}/CodeStates/CodeStates.csv`);
  }
  if (held?.includes(".git")) {
    const remedy = "export them as a table or as folders";
    throw new ClassDataError(`${name} keeps its code states in Git, which is not read: ${remedy}.`);
  }
  const shown = `${name}/CodeStates`;
  if (held !== undefined)
    return { sources: [], code: (id, place) => folderState(within, shown, id, place) };
  const lacks = "neither CodeStates/CodeStates.csv nor a folder CodeStates";
  throw new ClassDataError(`${name} has a column CodeStateID but ${lacks}.`);
}

async function tableStates(path: string, shown: string): Promise<CodeStates> {
  const file = await readText(path, shown);
  const records = csvRecords(file, ["CodeStateID", "Code"]);
  const states = new Map(
    records.map(({ fields }) => [fields.get("CodeStateID"), fields.get("Code") ?? ""]),
  );
  return {
    sources: [file.source],
    code: async (id, place) => {
      const code = states.get(id);
      if (code !== undefined) return code;
      throw new ClassDataError(`${place}: the code state "${id}" is not in ${shown}.`);
    },
  };
}

/** The files of a state, which follow each other by name. */
async function folderState(
  folder: string,
  shown: string,
  id: string,
  place: string,
): Promise<string> {
  // An id comes from an untrusted file, so its path must stay in the folder.
  if (id.includes("/") || id.includes("\\") || id.startsWith(".")) {
    throw new ClassDataError(`${place}: "${id}" is not the name of a folder in ${shown}.`);
  }
  const own = join(folder, id);
  const entries = await readdir(own, { withFileTypes: true }).catch(() => {
    throw new ClassDataError(`${place}: there is no folder ${shown}/${id}.`);
  });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  const texts = await Promise.all(
    files.toSorted().map((file) => readText(join(own, file), `${shown}/${id}/${file}`)),
  );
  return texts.map(({ text }) => text).join("\n");
}
