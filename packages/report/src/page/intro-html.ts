import { escapeHtml } from "../figures/escape-html.ts";

/** The first screen: what was asked of whom, with what outcome, and whether it is simulated. */
export interface Intro {
  readonly title: string;
  /** Where anything is simulated, the sentence that says so. */
  readonly simulated: string | undefined;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly outcome: Outcome | undefined;
}

/** What came out, a line a dataset or question. */
export interface Outcome {
  readonly title: string;
  readonly lines: readonly {
    readonly about: string;
    /** What is said before the leading results, such as `best`. */
    readonly said: string;
    readonly results: readonly { readonly name: string; readonly value: string }[];
  }[];
}

export function introHtml({ title, simulated, facts, outcome }: Intro): string {
  const terms = facts.map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`);
  return `<header>
<h1>${escapeHtml(title)}</h1>
${simulated ? `<p class="banner" role="note"><strong>Simulated.</strong> ${escapeHtml(simulated)}</p>` : ""}
<dl class="facts">${terms.join("")}</dl>
${outcome === undefined ? "" : outcomeHtml(outcome)}
</header>`;
}

function outcomeHtml({ title, lines }: Outcome): string {
  const items = lines.map(({ about, said, results }) => {
    const shown = results.map(({ name, value }) => `${escapeHtml(name)} <b>${escapeHtml(value)}</b>`);
    const end = shown.length > 0 ? `: ${shown.join(", ")}` : "";
    return `<li><span>${escapeHtml(about)}</span> ${escapeHtml(said)}${end}</li>`;
  });
  return `<h2>${escapeHtml(title)}</h2><ul class="outcome">${items.join("")}</ul>`;
}
