import { markdownTable } from "markdown-table";
import type { RepositoryFile } from "./repository-file.ts";
import { packageTable } from "./packages.ts";
import { roomTable } from "./rooms.ts";
import type { Table } from "./table.ts";

/** The page that prints the tables. */
export const PAGE = "docs/rooms.md";
const START = "<!-- rooms: written by `pnpm house --write` -->\n";
const END = "<!-- /rooms -->\n";

/** The page with the tables of today between its markers. */
export function writePage(files: readonly RepositoryFile[]): string {
  const text = files.find(({ path }) => path === PAGE)?.text ?? "";
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (start < 0 || end < start)
    throw new Error(`${PAGE} lacks the lines ${START.trim()} and ${END.trim()}: put them back.`);
  return `${text.slice(0, start)}${START}\n${printTables(files)}\n${text.slice(end)}`;
}

export function pageFaults(files: readonly RepositoryFile[]): string[] {
  const isWritten = files.some(({ path, text }) => path === PAGE && text === writePage(files));
  return isWritten
    ? []
    : [`${PAGE} prints other tables than there are: run \`npx --yes pnpm@12 house --write\`.`];
}

function printTables(files: readonly RepositoryFile[]): string {
  const packages = packageTable(files);
  const rooms = packages.rooms.map(({ name }) => {
    const table = roomTable(name, files);
    return table === undefined ? "" : `### ${name}\n\n${printTable("room", table)}`;
  });
  return [printTable("package", packages), ...rooms].join("\n");
}

function printTable(kind: string, { rooms }: Table): string {
  const rows = rooms.map(({ name, holds, uses }) => [
    `\`${name}\``,
    holds,
    uses.map((use) => `\`${use}\``).join(" "),
  ]);
  return `${markdownTable([[kind, "holds", "may use"], ...rows])}\n`;
}
