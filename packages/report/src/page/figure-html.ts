import type { DrawnFigure } from "../figures/drawn-figure.ts";
import { escapeHtml } from "../figures/escape-html.ts";

/** In a region that scrolls by itself, with its caption; drawn for a narrow page too, each page shows its own. */
export function figureHtml({ name, title, svg, narrow = [] }: DrawnFigure): string {
  const small = narrow.length > 0 ? `<div class="narrow">${narrow.join("\n")}</div>` : "";
  return `<figure${small && ' class="both"'}><div class="scroll" role="region" tabindex="0" aria-label="Figure ${escapeHtml(`${name}: ${title}`)}" id="figure-${name}">${svg}</div>${small}
<figcaption>${escapeHtml(title)}</figcaption></figure>`;
}
