import { escapeHtml } from "../figures/escape-html.ts";
import type { Note, SharedNote, Table } from "../tables/table.ts";

/** The section of a page that explains, once each, the notes that its tables share. */
export function readingHtml(tables: readonly Pick<Table, "notes">[]): string {
  const notes = tables.flatMap((table) => sharedOf(table.notes));
  if (notes.length === 0) return "";
  const terms = [...Map.groupBy(notes, ({ title }) => title)].map(([title, same]) => {
    const texts = new Set(same.map(({ text }) => text));
    const said = [...texts].map((text) => `<dd>${escapeHtml(text)}</dd>`).join("\n");
    return `<div id="${readingId(title)}"><dt>${escapeHtml(title)}</dt>\n${said}</div>`;
  });
  return `<section id="reading"><h2>How to read these tables</h2>
<dl class="reading">${terms.join("\n")}</dl></section>`;
}

/** Links from a table to the explanations of its shared notes. */
export function readingLinks(notes: readonly Note[]): string {
  const titles = new Set(sharedOf(notes).map(({ title }) => title));
  if (titles.size === 0) return "";
  const links = [...titles].map(
    (title) => `<a href="#${readingId(title)}">${escapeHtml(title)}</a>`,
  );
  return `<p class="notes">How to read it: ${links.join(", ")}.</p>`;
}

function sharedOf(notes: readonly Note[]): SharedNote[] {
  return notes.filter((note) => typeof note !== "string");
}

function readingId(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return ["read", ...words].join("-");
}
