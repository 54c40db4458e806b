import type { DrawnFigure } from "../figures/draw-figure.ts";
import { escapeHtml } from "../figures/escape-html.ts";

/** A figure in a region that scrolls by itself, with its caption and what of it is simulated. */
export function figureHtml({ name, title, simulated, svg }: DrawnFigure): string {
  const caption = simulated
    ? `${escapeHtml(ended(title))} <span class="simulated">Simulated. ${escapeHtml(simulated)}</span>`
    : escapeHtml(title);
  return `<figure><div class="scroll" role="region" tabindex="0" aria-label="Figure ${escapeHtml(`${name}: ${title}`)}" id="figure-${name}">${svg}</div>
<figcaption>${caption}</figcaption></figure>`;
}

/** A title as a sentence, since another follows it. */
function ended(title: string): string {
  return /[.?!]$/.test(title) ? title : `${title}.`;
}
