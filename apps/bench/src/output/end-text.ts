import type { HeadlineResult } from "@promptnce/report";
import { shellWord } from "@promptnce/command/start";
import { countText } from "@promptnce/core/errors";
import type { FoundLimit } from "@promptnce/rows/summary";
import type { RunResult } from "../run/run.ts";
import { type Config, isSimulated, syntheticDatasets } from "../study/config.ts";
import { outcomeText, runOutcome } from "./run-outcome.ts";

type RunEnd = Pick<RunResult, "config" | "tables" | "unreadable" | "worlds"> & {
  readonly limits: readonly FoundLimit[];
};

/**
 * The closing summary of a run for the terminal: at most 13 lines if the run has at most four
 * models. `prefix` stands before its commands, such as `npx --yes pnpm@12 `.
 */
export function endText(
  { config, tables, unreadable, limits, worlds }: RunEnd,
  prefix = "",
): string {
  const outcome = runOutcome(tables);
  const simulated = tables.some((table) => table.simulated !== undefined);
  return [
    ...(simulated
      ? [
          `Simulated ${isSimulated(config) ? "answers: no language model was asked" : "data: these are no person's choices"}.`,
        ]
      : []),
    ...(outcome ? outcomeLines(outcome) : [`Tables made: ${tables.length}.`]),
    ...unreadableLines(unreadable),
    ...limitLines(limits),
    `Open    ${config.out}/report.html`,
    `Tables  ${config.out}/tables, or here with --tables`,
    ...nextLines(config, worlds, prefix),
    "",
  ].join("\n");
}

/**
 * One limit of all, without its threshold and its method, which the page has. Advice on base rates
 * comes first, and is the one that is said in full.
 */
function limitLines(limits: readonly FoundLimit[]): string[] {
  const first = limits.find(({ limit }) => limit.isBaseRate) ?? limits[0];
  if (first === undefined) return [];
  const { found, advice, isBaseRate = false } = first.limit;
  const more = limits.length > 1 ? `; ${limits.length - 1} more on the page` : "";
  return [`Limits  ${found}${isBaseRate ? `; ${advice}` : ""}${more}`];
}

/** The numbers of unreadable replies and failed requests, which the page lists one by one. */
function unreadableLines(unreadable: RunEnd["unreadable"]): string[] {
  const failed = unreadable.filter(({ reason }) => reason.startsWith("the request failed")).length;
  const counts = [
    ["Unreadable replies", unreadable.length - failed],
    ["Failed requests", failed],
  ] as const;
  const problems = counts.filter(([, count]) => count > 0);
  if (problems.length === 0) return [];
  return [
    `${problems.map(([problem, count]) => `${problem}: ${countText(count)}`).join(". ")}, all on the page.`,
  ];
}

function outcomeLines({ title, lines }: HeadlineResult): string[] {
  const width = Math.max(...lines.map(({ about }) => about.length));
  return [
    title,
    ...lines.map((line) => `  ${line.about.padEnd(width)}  ${fitting(line, WIDTH - width)}`),
  ];
}

/** The maximum width of a line. Wider lines are hard to read, in a log as well. */
const WIDTH = 96;

/** The line in at most `width` characters, with the number of methods left out if not all fit. */
function fitting(line: HeadlineResult["lines"][number], width: number): string {
  const { results } = line;
  for (let shown = results.length; shown > 1; shown--) {
    const remainder = shown < results.length ? `, and ${results.length - shown} more` : "";
    const text = outcomeText({ ...line, results: results.slice(0, shown) }) + remainder;
    if (text.length <= width) return text;
  }
  const remainder = results.length > 1 ? `, and ${results.length - 1} more` : "";
  return outcomeText({ ...line, results: results.slice(0, 1) }) + remainder;
}

/** What to do next, and below it the commands for it, which can be pasted as they are. */
function nextLines(config: Config, worlds: RunEnd["worlds"], prefix: string): string[] {
  const { out, data } = config;
  if (!isSimulated(config)) {
    const folder = data === undefined ? "" : ` --data ${shellWord(data)}`;
    return [
      "Next    all this again from the stored replies, without a model:",
      `  ${prefix}bench report ${shellWord(out)}${folder}`,
    ];
  }
  const [options, isFetched] = dataWords(config, worlds);
  const fetch = `  ${prefix}promptnce datasets fetch ${FIRST} --data ${FOLDER}`;
  return [
    "Next    what it would cost to ask a model about people's answers; nothing is sent:",
    ...(isFetched ? [] : [fetch]),
    `  ${prefix}bench ${options} --experiment pmi --pairs 50 --dry-run \\`,
    `    --model anthropic:${MODEL} --effort none`,
  ];
}

/** A model that is served; that of the paper's main results is retired. */
const MODEL = "claude-sonnet-5";

/** The dataset that is suggested first, and the folder for it. */
const [FIRST, FOLDER] = ["words", "data"] as const;

/**
 * The options that run a model on the data of a run, or on human data if the run had none, and
 * whether the data are there.
 */
function dataWords(
  { data, dataset, dataFile, task, y, count, pack = [] }: Config,
  worlds: RunEnd["worlds"],
): [options: string, isFetched: boolean] {
  const real = dataset.filter((name) => !(syntheticDatasets as readonly string[]).includes(name));
  const isMadeUp = worlds.length > 0 || (dataset.length > 0 && real.length === 0);
  const options = {
    pack: pack.length > 0 ? pack.join(",") : undefined,
    "data-file": dataFile,
    task,
    ...(dataFile !== undefined && { y, count }),
    data: data ?? (isMadeUp ? FOLDER : undefined),
    dataset: real.join(",") || (data === undefined && isMadeUp ? FIRST : undefined),
  };
  const words = Object.entries(options)
    .flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, shellWord(value)]))
    .join(" ");
  return [words, data !== undefined || !isMadeUp];
}
