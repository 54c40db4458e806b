import type { DrawnFigure } from "../figures/drawn-figure.ts";
import { escapeHtml } from "../figures/escape-html.ts";
import type { Table } from "../tables/table.ts";
import { figureHtml } from "./figure-html.ts";
import { alone, type PageView } from "./page-view.ts";
import { tableHtml } from "./table-html.ts";

/** The first screen of a page. */
export interface FirstScreen {
  /** What the results cannot answer, stated above them. */
  readonly caveat?: string;
  /** The result in plain words. */
  readonly verdict: string;
  /**
   * What was asked, which model answered, and the limits of the result, in one or two sentences
   * each.
   */
  readonly said: readonly string[];
  /** The leading figure, or `undefined` if there is nothing to draw. */
  readonly figure: DrawnFigure | undefined;
  /** Figures of the same kind below it, such as one for each question of a survey. */
  readonly others?: readonly DrawnFigure[];
  /** Short tables, side by side if there is room. */
  readonly tables?: readonly Table[];
}

/** The main results, with one line per dataset or question. */
export interface HeadlineResult {
  readonly title: string;
  readonly lines: readonly {
    readonly about: string;
    /** The words before the leading results, such as `best`. */
    readonly said: string;
    readonly results: readonly { readonly name: string; readonly value: string }[];
  }[];
}

/** What stands above a page's own results, from elsewhere. */
export interface PageOpening {
  readonly title: string;
  /** What the figure shows, in plain words. */
  readonly verdict: string;
  readonly figure: DrawnFigure;
  /** Sentences below the figure. */
  readonly said: readonly string[];
}

/** The content of a page's header. */
export interface HeadContent extends Pick<Table, "title" | "simulated"> {
  /** Facts about the run, as names and values. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** What was recorded elsewhere, above results that are simulated. */
  readonly opening?: PageOpening;
  readonly first?: FirstScreen;
  readonly outcome: HeadlineResult | undefined;
}

/**
 * The header as HTML: the verdict with its figure, a banner if the results are simulated, and the
 * facts of the run.
 */
export function introHtml(
  { title, simulated, facts, opening, first, outcome }: HeadContent,
  view: PageView = alone,
): string {
  const { caveat = "", verdict = "", said = [], figure, others = [], tables = [] } = first ?? {};
  const terms = facts.map(
    ([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  );
  return `<header>
<h1>${escapeHtml(title)}</h1>
${opening === undefined ? "" : openingHtml(opening, view)}
${simulated ? `<p class="banner" role="note"><strong>Simulated.</strong> ${escapeHtml(simulated)}</p>` : ""}
${caveat && `<p class="banner" role="note">${escapeHtml(caveat)}</p>`}
${verdict && `<p class="verdict">${escapeHtml(verdict)}</p>`}
${[figure ?? [], others]
  .flat()
  .map((one) => figureHtml(one, view))
  .join("\n")}
${saidHtml(said)}
${tables.length > 0 ? `<div class="beside">${tables.map((table) => `<div>${tableHtml(table, { view })}</div>`).join("")}</div>` : ""}
${outcome === undefined ? "" : outcomeHtml(outcome)}
<dl class="facts">${terms.join("")}</dl>
</header>`;
}

function saidHtml(said: readonly string[]): string {
  return said.map((sentence) => `<p class="said">${escapeHtml(sentence)}</p>`).join("\n");
}

function openingHtml({ title, verdict, figure, said }: PageOpening, view: PageView): string {
  return `<section id="real" aria-labelledby="real-title"><h2 id="real-title">${escapeHtml(title)}</h2>
<p class="verdict">${escapeHtml(verdict)}</p>
${figureHtml(figure, view)}
${saidHtml(said)}
</section>`;
}

function outcomeHtml({ title, lines }: HeadlineResult): string {
  const items = lines.map(({ about, said, results }) => {
    const shown = results.map(
      ({ name, value }) => `${escapeHtml(name)} <b>${escapeHtml(value)}</b>`,
    );
    const end = shown.length > 0 ? `: ${shown.join(", ")}` : "";
    return `<li><span class="about">${escapeHtml(about)}</span> <span>${escapeHtml(said)}${end}</span></li>`;
  });
  return `<h2>${escapeHtml(title)}</h2><ul class="outcome">${items.join("")}</ul>`;
}
