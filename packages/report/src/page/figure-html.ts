import { type DrawnFigure, withoutMark } from "../figures/drawn-figure.ts";
import { escapeHtml } from "../figures/escape-html.ts";
import { alone, type PageView } from "./page-view.ts";

/**
 * A figure with its caption, as HTML: the wide picture in a scrolling region and, where the figure
 * has them, the pictures for a narrow page. CSS shows one or the other.
 */
export function figureHtml(
  { name, title, svg, narrow = [] }: DrawnFigure,
  { isMarkedWhole }: PageView = alone,
): string {
  const drawn = (picture: string): string => (isMarkedWhole ? withoutMark(picture) : picture);
  const small =
    narrow.length > 0 ? `<div class="narrow">${narrow.map(drawn).join("\n")}</div>` : "";
  return `<figure${small && ' class="both"'}><div class="scroll" role="region" tabindex="0" aria-label="Figure ${escapeHtml(`${name}: ${title}`)}" id="figure-${name}">${drawn(svg)}</div>${small}
<figcaption>${escapeHtml(title)}</figcaption></figure>`;
}
