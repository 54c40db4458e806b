import { basename } from "node:path";
import type { Provider } from "@promptnce/core";
import { priceFor, spentOn } from "@promptnce/providers/choose";
import { writeReportFile } from "../terminal/report-file.ts";
import { showsCandidateSets } from "../rows/answer/candidate-sets.ts";
import type { AskedCount } from "../rows/answer/count-asked.ts";
import { estimateManifest } from "./estimate-manifest.ts";
import type { EstimateOptions } from "./estimate-options.ts";
import { methodSummaries } from "../rows/summary/method-summary.ts";
import type { PageNotes } from "./page/page-notes.ts";
import type { Prepared } from "./prepare.ts";
import { type SummaryFacts, summaryText } from "../rows/summary/summary.ts";
import type { Tally } from "../rows/summary/tally.ts";

export interface Finished {
  readonly tallied: Tally;
  readonly notes: PageNotes | undefined;
  readonly asked: Omit<AskedCount, "answered" | "replying">;
  readonly provider: Provider;
  readonly stderr: NodeJS.WriteStream;
}

/** The summary, and the page where one was wanted. */
export async function conclude(
  prepared: Prepared,
  options: EstimateOptions,
  { tallied, notes, asked, provider, stderr }: Finished,
): Promise<void> {
  const { survey, task, k, seed, respondent } = prepared;
  const { rows, inputs, repeated, labels, people } = survey;
  const { questions, stored, again, templates, rehearsed } = asked;
  const cost = await costText(prepared, options);
  const facts: SummaryFacts = {
    rows,
    inputs,
    repeated,
    labels: labels.length,
    k,
    candidateSets: prepared.methods.some(showsCandidateSets),
    counted: people !== undefined,
    seed,
    questions,
    stored,
    again,
    respondent: rehearsed ? rehearsalOf(respondent.title) : respondent.title,
    simulated: respondent.simulated || rehearsed,
    methods: tallied.methods,
    ...(cost !== undefined && { cost }),
  };
  const methods = methodSummaries(facts);
  stderr.write(summaryText(facts, methods));
  const { report } = options.given;
  if (report === undefined || notes === undefined) return;
  const { estimatePage } = await import("./page/estimate-page.ts");
  const manifest = estimateManifest({ prepared, options, provider, facts, templates });
  const name = options.input === "-" ? "standard input" : basename(options.input);
  const { store } = options.model;
  const html = estimatePage({
    rows: name,
    facts,
    methods,
    notes,
    task,
    provider,
    people,
    shown: prepared.shown,
    store,
    manifest,
  });
  writeReportFile(report, html);
  stderr.write(`The page is in ${report}.\n`);
}

function rehearsalOf(title: string): string {
  return `promptnce's simulated server, which is no model, in the place of ${title}`;
}

/** What the store's replies of the model cost in all, whenever they were paid for. */
async function costText(
  { respondent: { provider, simulated } }: Prepared,
  { model }: EstimateOptions,
): Promise<string | undefined> {
  if (simulated) return undefined;
  const price = await priceFor(model, provider);
  if (price === undefined) return "What that cost is unknown: give --price-in and --price-out.";
  const spent = spentOn(provider, price, model.store);
  return `The store's replies of ${provider.model} cost $${spent.toFixed(2)} in all (${price.source}).`;
}
