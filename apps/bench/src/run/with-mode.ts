import type { Mode } from "@promptnce/prompts";
import type { Table } from "@promptnce/report";

/** The table with a note of how it was asked, where that is not the paper's way. */
export function withMode(table: Table, mode: Mode): Table {
  return mode === "faithful" ? table : { ...table, notes: [...table.notes, structuredNote] };
}

const structuredNote =
  "Asked in structured mode (constant keys, replies held to a JSON Schema), which elicits other answers than the paper's prompts: not to be mixed with figures of faithful mode.";
