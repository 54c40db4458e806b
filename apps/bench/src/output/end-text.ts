import type { Outcome } from "@promptnce/report";
import { countText, shellWord } from "@promptnce/report/terminal";
import type { RunResult } from "../run/run.ts";
import { type Config, isSimulated } from "../study/config.ts";
import { outcomeText, runOutcome } from "./run-outcome.ts";

type Ended = Pick<RunResult, "config" | "tables" | "unreadable"> & { readonly limits: readonly string[] };

/** What a run says at its end on a terminal: at most ten lines, while four models at most are asked. */
export function endText({ config, tables, unreadable, limits }: Ended): string {
  const outcome = runOutcome(tables);
  const simulated = tables.some((table) => table.simulated !== undefined);
  return [
    ...(simulated
      ? [`Simulated ${isSimulated(config) ? "answers: nothing is said of a language model" : "data: no person chose"}.`]
      : []),
    ...(outcome ? outcomeLines(outcome) : [`Tables made: ${tables.length}.`]),
    ...(unreadable.length > 0 ? [`Unreadable replies: ${countText(unreadable.length)}, all on the page.`] : []),
    // Of which method and dataset, its threshold and what to do are on the page.
    ...limits.slice(0, 1).map((limit) => {
      return `Limits  ${limit.replace(/^.*?: /, "").replace(/ \(.*$/, "")}; on the page: ${limits.length}`;
    }),
    `Open    ${config.out}/report.html`,
    `Tables  ${config.out}/tables, or here with --tables`,
    `Next    ${nextStep(config)}`,
    "",
  ].join("\n");
}

function outcomeLines({ title, lines }: Outcome): string[] {
  const width = Math.max(...lines.map(({ about }) => about.length));
  return [title, ...lines.map((line) => `  ${line.about.padEnd(width)}  ${outcomeText(line)}`)];
}

function nextStep({ out, data, models }: Config): string {
  if (isSimulated({ models })) return "bench --model anthropic:NAME --pairs 50, a pilot with a model";
  return `bench report ${shellWord(out)}${data === undefined ? "" : ` --data ${shellWord(data)}`}, all this again without a model`;
}
