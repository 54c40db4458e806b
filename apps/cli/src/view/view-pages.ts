import { basename } from "node:path";
import { isSimulatedReply } from "@promptnce/core";
import { escapeHtml, framed, introHtml, type PageContent, tableHtml } from "#report";
import { countText, dollarText, percentText } from "@promptnce/core/errors";
import type { FoundRun } from "./find-runs.ts";
import { runState } from "./run-state.ts";
import type { JournalCounts } from "./watch-journal.ts";

/**
 * The script that updates the changed parts of the page every two seconds, except the part in use.
 */
const REFRESH = `
const refresh = async () => {
  try {
    const reply = await fetch(location.href);
    if (!reply.ok) throw new Error(reply.status);
    const next = new DOMParser().parseFromString(await reply.text(), "text/html");
    if (next.querySelector("meta[name=generator]")?.content !== "promptnce view") return location.reload();
    for (const name of ["header", "main"]) {
      const old = document.querySelector(name);
      if (!old.contains(document.activeElement)) old.replaceWith(next.querySelector(name));
    }
    document.title = next.title;
    document.getElementById("lost").hidden = true;
  } catch {
    document.getElementById("lost").hidden = false;
  }
  setTimeout(refresh, 2000);
};
setTimeout(refresh, 2000);
`;

function live(
  title: string,
  facts: PageContent["facts"],
  main: string,
  simulated?: string,
): string {
  const body = `<p class="banner" id="lost" role="status" hidden>This page shows the last known state: promptnce view has ended, or its files were moved. That stops no run.</p>
${introHtml({ title, facts, simulated, outcome: undefined })}
<main>${main}</main>`;
  return framed({ title, generator: "promptnce view" }, body, REFRESH, "; connect-src 'self'");
}

/** What came out is first, since a phone shows three columns. */
const COLUMNS = [
  "Run",
  "State",
  "Methods, ρ with people",
  "Cost",
  "Asked",
  "Done",
  "Unreadable",
  "Failed",
  "Changed",
];

/** A list of the runs below a folder. */
export function listPage(folder: string, runs: readonly FoundRun[]): string {
  const running = runs.filter((run) => run.running).length;
  const table = {
    name: "runs",
    title: "Runs, newest first",
    simulated: undefined,
    columns: COLUMNS.map((title) => ({ id: title, title })),
    rows: runs.map((run) => [
      run.name,
      shortened(runState(run)),
      ...resultsOf(run),
      askedText(run),
      ...countsOf(run),
      timeOf(run.changed),
    ]),
    notes:
      runs.length > 0
        ? []
        : ["Runs of bench, promptnce estimate and promptnce score in this folder are listed here."],
  };
  const links = runs.map(({ id }) => `runs/${id}`);
  return live(
    `Runs below ${folder}`,
    [["Running", `${running} of ${runs.length}`]],
    tableHtml(table, { links }),
  );
}

/** The progress page of a run, shown until its own page exists. */
export function runPage(
  run: FoundRun,
  { replies, lastMinute, usd, newest, failure }: JournalCounts,
): string {
  const { status, name, id, page } = run;
  const [done, unreadable, failed] = countsOf(run);
  const facts: [string, string][] = [
    ["Asked", askedText(run)],
    ["State", runState(run)],
    ["Done", done],
    ["Replies in the journal", countText(replies)],
    ["Replies in the last minute", countText(lastMinute)],
    [
      "Cost of all replies in the journal",
      usd === undefined ? "unknown: no price list has this model" : dollarText(usd),
    ],
    ["Unreadable", unreadable],
    ["Failed", failed],
    ...(failure === undefined ? [] : [["Last failure", failure] as [string, string]]),
  ];
  const bar =
    status &&
    `<progress value="${status.done}" max="${status.total}" aria-label="Done"></progress>`;
  const texts = newest.map(({ at, model, template, reply }) => {
    const head = [
      timeOf(new Date(at)),
      model,
      template ? `${template.id}@${template.version}` : "",
    ];
    const text =
      reply.failure === undefined ? reply.text : `The request failed: ${reply.failure.message}`;
    return `<h3>${escapeHtml(head.filter((part) => part !== "").join(", "))}</h3><pre tabindex="0">${escapeHtml(text.slice(0, MOST))}</pre>`;
  });
  const earlier =
    page === undefined ? "" : `; <a href="../pages/${id}">the page of the run before</a>`;
  const main = `<p>${bar ?? ""}</p><p><a href="../">All runs</a>${earlier}</p>
<section><h2>The newest replies</h2>${texts.join("\n")}</section>`;
  const rehearsed = newest.some(
    ({ provider, reply }) => provider === "simulated" || isSimulatedReply(reply),
  );
  const simulated = rehearsed
    ? "No model gave the newest replies: this is a rehearsal."
    : undefined;
  return live(basename(name), [["Journal", name], ...facts], main, simulated);
}

/** The maximum length of a displayed reply. */
const MOST = 2000;

/** The maximum length of a run's state in the list; the run's page shows the full text. */
const LISTED = 200;

/** The first sentence of a state, and no more than fits the list. */
function shortened(text: string): string {
  const [sentence = text] = /^.*?[.](?= )/s.exec(text) ?? [];
  return sentence.length > LISTED ? `${sentence.slice(0, LISTED)} …` : sentence;
}

function askedText({ asked }: FoundRun): string {
  if (asked === undefined) return "–";
  const { model, task } = asked;
  return task === undefined ? model : `${model}, about ${task}`;
}

/** The numbers of completed, invalid and failed requests, if known. */
function countsOf({ status }: FoundRun): [string, string, string] {
  if (status === undefined || status.total === 0) return ["–", "–", "–"];
  const { done, total, questions, unreadable, failed } = status;
  const share = (part: number, whole: number): string => percentText(part / Math.max(1, whole));
  const of = (part: number): string => `${countText(part)} (${share(part, questions)})`;
  return [
    `${countText(done)} of ${countText(total)} (${share(done, total)})`,
    of(unreadable),
    of(failed),
  ];
}

/** Each method with its ρ, and what the replies behind the results cost. */
function resultsOf({ status }: FoundRun): [string, string] {
  const { methods = [], usd } = status?.results ?? {};
  const texts = methods.map(({ title, rho }) => (rho === undefined ? title : `${title} ${rho}`));
  return [texts.join(", ") || "–", usd === undefined ? "–" : dollarText(usd)];
}

function timeOf(date: Date): string {
  return date.toISOString().slice(0, 19).replace("T", " ") + " UTC";
}
