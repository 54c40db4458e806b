import type { DrawnFigure } from "../figures/drawn-figure.ts";
import { escapeHtml } from "../figures/escape-html.ts";
import type { Table } from "../tables/table.ts";
import { figureHtml } from "./figure-html.ts";
import type { PageView } from "./page-view.ts";
import { tableHtml } from "./table-html.ts";

/** A part of a page: sentences, tables and figures under one heading. */
export interface PageSection {
  readonly id: string;
  readonly title: string;
  /** Whether it stands folded in the appendix; it is printed only when unfolded. */
  readonly folded?: boolean;
  /**
   * The folder with all columns of tables that the page shortens; they are repeated here if absent.
   */
  readonly wholeIn?: string;
  /** Sentences above the figures and tables, one bullet each. */
  readonly points?: readonly string[];
  readonly tables: readonly Table[];
  readonly figures: readonly DrawnFigure[];
}

/** A section that stands open. */
export function sectionHtml(section: PageSection, view: PageView): string {
  return `<section id="${section.id}"><h2>${escapeHtml(section.title)}</h2>
${contentHtml(section, view)}</section>`;
}

/** The folded sections, one below the other. A link to one of them unfolds it. */
export function appendixHtml(sections: readonly PageSection[], view: PageView): string {
  if (sections.length === 0) return "";
  const folded = sections.map((section) => {
    return `<details class="part"><summary><h3>${escapeHtml(section.title)}</h3></summary>
<div id="${section.id}">
${contentHtml(section, view)}</div></details>`;
  });
  return `<section id="appendix"><h2>Appendix</h2>
${folded.join("\n")}</section>`;
}

function contentHtml(
  { title, points = [], tables, figures, wholeIn }: PageSection,
  view: PageView,
): string {
  const bullets = points.map((point) => `<li>${escapeHtml(point)}</li>`);
  return `${bullets.length > 0 ? `<ul>${bullets.join("")}</ul>` : ""}
${figures.map((figure) => figureHtml(figure, view)).join("\n")}
${tables.map((table) => tableHtml(table, { view, heading: title, wholeIn })).join("\n")}`;
}
