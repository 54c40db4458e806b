import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { isClamped } from "@promptnce/core/information";
import type { UnreadableReply } from "@promptnce/engine/run";
import { CLAMPED } from "../figures/draw-heat.ts";
import { escapeHtml } from "../figures/escape-html.ts";
import { type FirstScreen, type HeadContent, introHtml } from "./first-screen.ts";
import { packedJson } from "./packed-json.ts";
import type { PairsData } from "./pairs.ts";
import type { PageView } from "./page-view.ts";
import { readingHtml } from "./reading.ts";
import { appendixHtml, type PageSection, sectionHtml } from "./section-html.ts";
import { unreadableHtml } from "./unreadable-html.ts";

/** The content of a page, whether it shows a run of the benchmark or a user's own table. */
export interface PageContent extends HeadContent {
  /** The command that writes the page, such as `promptnce report`. */
  readonly generator: string;
  readonly first: FirstScreen;
  readonly sections: readonly PageSection[];
  /** Work that was requested but not done, with the reasons. */
  readonly left: readonly { readonly id: string; readonly reason: string }[];
  readonly pairs: PairsData;
  readonly pairsIntro: string;
  readonly unreadable: readonly UnreadableReply[];
  /** The sentence above the unreadable replies, if the page does not list all of them. */
  readonly unreadableIntro?: string;
  /** The provenance of the results: settings, checksums, prompts and counts. */
  readonly manifest: object;
}

/** The content of a page that asked no model: it lists neither pairs nor unreadable replies. */
export type UnaskedContent = Omit<
  PageContent,
  "pairs" | "pairsIntro" | "unreadable" | "unreadableIntro"
>;

/** The page as one HTML file that loads nothing. The same content gives the same bytes. */
export function page(content: PageContent | UnaskedContent): string {
  const askedContent = "pairs" in content ? content : undefined;
  const view: PageView = { isMarkedWhole: isWhollySimulated(content), isExplained: true };
  const [main, appendix] = [false, true].map((isFolded) =>
    content.sections.filter(({ folded = false }) => folded === isFolded),
  ) as [PageSection[], PageSection[]];
  const body = `<a class="skip" href="#main">Skip to the results</a>
${navHtml(content, askedContent !== undefined)}
<main id="main" tabindex="-1">
${view.isMarkedWhole ? `<p class="mark fixed">Simulated${content.opening ? ", but for the first figure" : ""}</p>` : ""}
${introHtml(content, view)}
${main.map((section) => sectionHtml(section, view)).join("\n")}
${readingHtml(content.sections.flatMap(({ tables }) => tables))}
${leftOutHtml(content)}
${appendixHtml(appendix, view)}
${askedContent === undefined ? "" : askedHtml(askedContent)}
<section id="provenance" aria-labelledby="provenance-title"><h2 id="provenance-title">How it was made</h2>
<details><summary>manifest.json: seeds, checksums, prompts and counts</summary>
<pre tabindex="0">${escapeHtml(JSON.stringify(content.manifest, null, 2))}</pre></details></section>
</main>${askedContent === undefined ? "" : `\n${pairsData(askedContent)}`}`;
  const ofPairs = askedContent === undefined ? [] : ["./attempt.js", "./pairs.js"];
  return framed(content, body, ["./tables.js", ...ofPairs].map(asset).join(""));
}

/** Whether one mark holds for the page: its results, every table and every figure are simulated. */
function isWhollySimulated({ simulated, first, sections }: UnaskedContent): boolean {
  const parts = [
    first.figure ?? [],
    first.others ?? [],
    first.tables ?? [],
    sections.map(({ tables, figures }) => [...tables, ...figures]),
  ].flat(2);
  return simulated !== undefined && parts.every((part) => part.simulated !== undefined);
}

function askedHtml(content: PageContent): string {
  return `${pairsHtml(content)}
${unreadableHtml(content.unreadable, content.unreadableIntro)}`;
}

function pairsData({ pairs }: PageContent): string {
  return `<script type="application/octet-stream" id="pairs-data">${packedJson(pairs)}</script>`;
}

/**
 * A whole HTML page in the shared style. `script` is the only script that may run, and `more`
 * extends the content security policy.
 */
export function framed(
  of: Pick<PageContent, "title" | "generator">,
  body: string,
  script: string,
  more = "",
): string {
  const hash = createHash("sha256").update(script).digest("base64");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; img-src data:${more}">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="${escapeHtml(of.generator)}">
<title>${escapeHtml(of.title)}</title>
<link rel="icon" href="data:,">
<style>${asset("./page.css")}</style>
</head>
<body>
${body}
<script>${script}</script>
</body>
</html>
`;
}

function asset(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

const askedLinks = [
  { id: "pairs", title: "Pairs" },
  { id: "unreadable", title: "Unreadable replies" },
];

function navHtml({ sections }: UnaskedContent, hasReplies: boolean): string {
  const links = [
    ...sections.map(({ id, title }) => ({ id, title: title.replace(/ \(.*\)$/, "") })),
    ...(hasReplies ? askedLinks : []),
    { id: "provenance", title: "How it was made" },
  ];
  const items = links.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`);
  // The style sheet keeps the contents open if there is room beside the page.
  return `<nav aria-label="Contents"><details><summary>Contents</summary><ul>${items.join("")}</ul></details></nav>`;
}

function leftOutHtml({ left }: UnaskedContent): string {
  if (left.length === 0) return "";
  const items = left.map(
    ({ id, reason }) => `<li><b>${escapeHtml(id)}</b>: ${escapeHtml(reason)}</li>`,
  );
  return `<section id="left-out"><h2>Left out</h2><ul>${items.join("")}</ul></section>`;
}

function isClampedRow({ estimates }: PairsData["pairs"][number]): boolean {
  return estimates.some((estimate) => estimate.pmi !== undefined && isClamped(estimate));
}

function pairsHtml({ pairsIntro, pairs: { titles, pairs } }: PageContent): string {
  const isKnown = pairs.some(({ pmi }) => pmi !== undefined);
  const values = isKnown ? "true and estimated" : "estimated";
  const first = isKnown
    ? "furthest from the truth"
    : `with the highest ${titles?.["PMI"] ?? "PMI"}`;
  return `<section id="pairs" aria-labelledby="pairs-title"><h2 id="pairs-title">Pairs</h2>
<p>${escapeHtml(pairsIntro)} Those ${first} come first. Sort by a column, filter, or open a pair to see each prompt, the raw reply and how it was read. The address of an open pair links to it.</p>
<form id="pairs-form" class="filters">
<label>${escapeHtml(titles?.["Dataset"] ?? "Dataset")} <select name="dataset"></select></label>
<label>Model <select name="model"></select></label>
<label>Method <select name="method"></select></label>
<label>Status <select name="status"><option value="">all</option><option>ok</option><option>zero</option><option>unreadable</option><option>unasked</option></select></label>
<label>Text <input type="search" name="text" autocomplete="off"></label>
</form>
${pairs.some(isClampedRow) ? `<p class="notes">${CLAMPED}: the model answered 0. In the logarithm this counts as 0.000001, so the value measures nothing.</p>` : ""}
<p id="pairs-count" role="status"></p>
<div class="scroll" role="region" tabindex="0" aria-labelledby="pairs-caption"><table id="pairs-table">
<caption id="pairs-caption">Pairs with ${values} values</caption><thead><tr></tr></thead><tbody></tbody></table></div>
<p class="pager"><button type="button" id="pairs-before">Previous</button> <span id="pairs-page"></span> <button type="button" id="pairs-after">Next</button></p>
<div id="pairs-print"></div>
<dialog id="pair-dialog" aria-labelledby="pair-title"><form method="dialog"><button type="button" id="pair-before">Previous pair</button> <button type="button" id="pair-after">Next pair</button> <button>Close</button></form><h3 id="pair-title"></h3><div id="pair-body"></div></dialog>
</section>`;
}
