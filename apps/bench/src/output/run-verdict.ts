import type { DrawnFigure, FirstScreen, Outcome } from "@promptnce/report";
import { countText } from "@promptnce/report/terminal";
import type { RunResult } from "../run/run.ts";

const OWN = "PromptNCE";

/** What a run of the benchmark says first: how PromptNCE stands beside its rivals, of whom what was asked, and Figure 1. */
export function firstScreen(
  { results, config, reports }: Pick<RunResult, "results" | "config" | "reports">,
  outcome: Outcome | undefined,
  { questions, figures }: { readonly questions: number; readonly figures: ReadonlyMap<string, readonly DrawnFigure[]> },
): FirstScreen {
  const simulated = results.models.every((model) => model.simulated);
  const models = results.models.map(({ label }) => label).join(", ");
  const datasets = results.studies.map(({ dataset }) => dataset.name).join(", ");
  const bars = reports.flatMap((report) => report.figures).find(({ kind }) => kind === "bars");
  const drawn = [...figures.values()].flat().find(({ name }) => name === bars?.name);
  return {
    verdict: runVerdict(outcome, simulated),
    said: [
      `${models}${simulated ? " (no language model)" : ""} answered ${countText(questions)} questions on ${config.pairs} pairs of each dataset (${datasets}): how likely is y given x, and y alone? A method is good where the PMI it makes of the answers puts pairs in the order of what people did: ρ is 1 for the same order, 0 for none.`,
    ],
    figure: drawn && { ...drawn, name: "verdict" },
  };
}

/** How PromptNCE stands, by dataset (and model), in a sentence or two. */
export function runVerdict(outcome: Outcome | undefined, simulated: boolean): string {
  if (outcome === undefined) return "This run did not ask which method estimates PMI best; its tables are below.";
  const stands = Map.groupBy(outcome.lines, ({ said, results }) => {
    const names = results.map(({ name }) => name);
    if (names.length === 0) return said;
    if (!names.includes(OWN)) return `behind ${names.join(", ")}`;
    if (names.length === 1) return "best alone";
    const ignorant = names.some((name) => name.startsWith("Knows nothing"));
    return ignorant ? "among the best, as is who knows nothing but base rates," : "among the best";
  });
  const about = (key: string) => new Intl.ListFormat("en-GB").format(stands.get(key)?.map((line) => line.about) ?? []);
  const ranked = [...stands.keys()].filter((key) => /^(best|among|behind)/.test(key));
  const clauses = ranked.map((key) => `${key} on ${about(key)}`);
  const others = [...stands.keys()].filter((key) => !ranked.includes(key));
  const sentences = [
    ...(clauses.length > 0 ? [`${OWN} is ${clauses.join("; ")}.`] : []),
    ...others.map((key) => `On ${about(key)} ${key}.`),
  ].join(" ");
  return simulated ? `In this rehearsal: ${sentences}` : sentences;
}
