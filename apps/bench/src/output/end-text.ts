import type { Outcome } from "@promptnce/report";
import { countText, shellWord } from "@promptnce/report/terminal";
import { isSimulated } from "../study/config.ts";
import type { RunResult } from "../run/run.ts";
import { runOutcome } from "./run-outcome.ts";

/**
 * What a run says at its end on a terminal, at most ten lines while four models at most are asked: its outcome, where its
 * page is, what comes next.
 */
export function endText(result: Pick<RunResult, "config" | "tables" | "unreadable">): string {
  const { config, tables, unreadable } = result;
  const outcome = runOutcome(tables);
  const simulated = tables.some((table) => table.simulated !== undefined);
  return [
    ...(simulated
      ? [`Simulated ${isSimulated(config) ? "answers: nothing is said of a language model" : "data: no person chose"}.`]
      : []),
    ...(outcome ? outcomeLines(outcome) : [`Tables made: ${tables.length}.`]),
    ...(unreadable.length > 0 ? [`Unreadable replies: ${countText(unreadable.length)}, all on the page.`] : []),
    `Open    ${config.out}/report.html`,
    `Tables  ${config.out}/tables, or here with --tables`,
    `Next    ${nextStep(result)}`,
    "",
  ].join("\n");
}

function outcomeLines({ title, lines }: Outcome): string[] {
  const width = Math.max(...lines.map(({ about }) => about.length));
  return [
    title,
    ...lines.map(({ about, said, results }) => {
      const best = results.map(({ name, value }) => `${name} ${value}`).join(", ");
      return `  ${about.padEnd(width)}  ${[said, best].filter(Boolean).join(": ")}`;
    }),
  ];
}

function nextStep({ config: { out, data, models } }: Pick<RunResult, "config">): string {
  if (isSimulated({ models })) return "bench --model anthropic:NAME --pairs 50, a pilot with a model";
  return `bench report ${shellWord(out)}${data === undefined ? "" : ` --data ${shellWord(data)}`}, all this again without a model`;
}
