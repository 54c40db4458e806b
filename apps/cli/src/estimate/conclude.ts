import { basename, dirname } from "node:path";
import { readFromOf } from "#command";
import { asFlag } from "#command/errors";
import { isDatabase } from "@promptnce/engine/address";
import { replaceFile } from "@promptnce/engine/files";
import { noteResults } from "@promptnce/engine/journal";
import {
  askedManifest,
  checkOutcome,
  servedTexts,
  type AskedManifest,
} from "@promptnce/engine/run";
import { costText } from "@promptnce/engine/money";
import {
  detailsText,
  methodSummaries,
  type MethodSummary,
  rhoText,
  type SummaryFacts,
  summaryText,
} from "@promptnce/rows/summary";
import { showsCandidateSets } from "@promptnce/rows/survey";
import { isTaskFile } from "@promptnce/rows/tasks";
import { studyRecord } from "../study/study-record.ts";
import type { WriteOutcome } from "./answer-and-write.ts";
import type { EstimateOptions } from "./estimate-options.ts";
import type { AnswerSource, EstimateSetup } from "./estimate-setup.ts";
import { say } from "#command/start";
import { resultTable } from "./result-table.ts";
import { thisProgram } from "../terminal/this-program.ts";

/**
 * Prints the first pairs and the summary, and writes the page if requested; the rest is there, or
 * else is printed too. `batched` is the number of questions that this run's batches answered.
 */
export async function conclude(
  prepared: EstimateSetup,
  options: EstimateOptions,
  answered: WriteOutcome & { readonly answering: AnswerSource; readonly batched: number },
): Promise<void> {
  const { tallied, drawn, answering, batched } = answered;
  const { model, given, input } = options;
  const { replies } = answering;
  // A simulated respondent costs nothing, and rereading a million replies is slow.
  const paid =
    prepared.respondent.simulated || given.recorded
      ? undefined
      : { replies, prices: model, writeOption: asFlag };
  const asked = await askedManifest([answering], { paid, batched });
  const facts = factsOf(prepared, options, answering, asked);
  const methods = await methodSummaries(tallied);
  if (given.out !== "-") {
    process.stderr.write(`\n${await resultTable(given.out, process.stderr.columns || 80)}`);
  }
  say(summaryText(facts, methods, asFlag).trimEnd());
  for (const sentence of servedTexts([answering])) {
    say(sentence);
  }
  noteRho(options, methods, asked.cost?.usd);
  const manifest = manifestOf(prepared, options, { facts, asked });
  writeManifest(manifest, prepared, options);
  const { report } = given;
  if (report !== undefined && drawn !== undefined) {
    const { estimatePage } = await import("./estimate-page.ts");
    const html = await estimatePage({
      ...prepared,
      ...answering,
      rows: input === "-" ? "standard input" : basename(input),
      facts,
      methods,
      extremes: tallied.extremes,
      drawn,
      replies,
      manifest,
    });
    replaceFile(report, html, "report");
    say(`The page is in ${report}: every number, all limits, what to try next.`);
  } else {
    say(`\n${detailsText(facts, methods, asFlag).trimEnd()}`);
  }
  const readable = methods.reduce(
    (sum, { estimates, unreadable }) => sum + estimates - unreadable,
    0,
  );
  checkOutcome([answering.asked], readable);
}

/** What the summary says of the rows, the respondent and the run. */
function factsOf(
  { survey, k, seed, respondent, omitted, unitCount, pairs, methods }: EstimateSetup,
  { given }: EstimateOptions,
  { asked: { rehearsed, raw } }: AnswerSource,
  { counts, cost }: AskedManifest,
): SummaryFacts {
  // A sample is of distinct pairs.
  const rows = given.sample === undefined ? survey.rows : survey.rows - survey.repeated;
  const isPart = unitCount < (pairs ? rows : survey.inputs);
  return {
    ...survey,
    ...counts,
    ...(given.first !== undefined && { first: unitCount }),
    isPart,
    ...(given.sample !== undefined && isPart && { sample: unitCount }),
    labels: Math.max(...(survey.contexts ?? [survey]).map((context) => context.labels.length)),
    k,
    ...(given.recorded && { recorded: true }),
    sums: (raw.open ?? raw.closed)?.sums,
    omitted,
    candidateSets: methods.some(showsCandidateSets),
    counted: survey.people !== undefined,
    seed,
    respondent: rehearsed
      ? `promptnce's simulated server, not a model, in place of ${respondent.title}`
      : respondent.title,
    simulated: respondent.simulated || rehearsed,
    ...(cost && { cost: costText(cost) }),
  };
}

/** Notes each method's ρ and the cost beside the store, for lists of runs. */
function noteRho(
  { store }: EstimateOptions,
  methods: readonly MethodSummary[],
  usd: number | undefined,
): void {
  if (isDatabase(store)) return;
  const noted = methods.map(({ method: { title }, scores }) => {
    return { title, ...(scores && { rho: rhoText(scores) }) };
  });
  noteResults(store, { methods: noted, usd });
}

/** The file of the manifest, beside results in a file. */
export function manifestFile(out: string): string | undefined {
  return out === "-" ? undefined : `${out}.manifest.json`;
}

/**
 * Writes the manifest with the whole study, by which the run can be repeated, beside the results.
 */
function writeManifest(
  record: object,
  { task }: EstimateSetup,
  { given, study }: EstimateOptions,
): void {
  const file = manifestFile(given.out);
  if (file === undefined) return;
  const isNamed = typeof given.task === "string" && !isTaskFile(given.task);
  const { out } = given;
  const values = { ...study.values, task: isNamed ? given.task : task.definition, out };
  const whole = { ...record, study: studyRecord(dirname(file), values) };
  replaceFile(file, `${JSON.stringify(whole, null, 2)}\n`, "out");
}

/** The information needed to understand and repeat the run. No paths, no keys, no rows. */
function manifestOf(
  { task, methods, k, seed }: EstimateSetup,
  { given, ask }: EstimateOptions,
  { facts, asked }: { readonly facts: SummaryFacts; readonly asked: AskedManifest },
): object {
  const { rows, inputs, repeated, labels, contexts, simulated, respondent } = facts;
  return {
    program: thisProgram(),
    simulated: simulated ? respondent : false,
    run: {
      task: task.name,
      fields: task.fields,
      ...(task.definition && { definition: task.definition }),
      ask,
      ...(given.top !== undefined && { top: given.top }),
      ...(given.first !== undefined && { first: given.first }),
      ...(given.sample !== undefined && { sample: given.sample }),
      methods: methods.map(({ id }) => id),
      structured: given.structured ?? false,
      readFrom: readFromOf(given),
      rotations: given.rotations,
      k,
      seed,
    },
    data: { rows, inputs, repeated, labels, ...(contexts && { contexts: contexts.length }) },
    ...asked,
  };
}
