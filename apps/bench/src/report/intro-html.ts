import type { RunResult } from "../run.ts";
import { isMeasured } from "../table.ts";
import type { Table } from "../table.ts";
import { unsentText } from "../unsent.ts";
import { valueText } from "../value-text.ts";
import { escapeHtml } from "./escape-html.ts";

/** The first screen: what was run, on what, with what outcome, and whether it is simulated. */
export function introHtml(result: RunResult): string {
  const { results, config, batches } = result;
  const simulated = results.simulated(
    results.studies.map(({ dataset }) => dataset),
    "model",
  );
  const questions = batches.reduce((sum, batch) => sum + batch.questions.length, 0);
  const facts = [
    ["Asked", results.models.map(({ provider, model }) => `${model} (${provider})`).join(", ")],
    ...(result.unsent.length > 0 ? [["Not sent", result.unsent.map(unsentText).join("; ")]] : []),
    ...(config.mode === "faithful" ? [] : [["Mode", config.mode]]),
    ["Datasets", results.studies.map(({ dataset }) => dataset.name).join(", ")],
    ["Pairs", `${config.pairs} evaluation, ${config.dev} development a dataset`],
    ["Questions", questions.toLocaleString("en")],
    [
      "Unreadable",
      `${result.unreadable.length.toLocaleString("en")} (${((100 * result.unreadable.length) / Math.max(1, questions)).toFixed(1)} %)`,
    ],
    ["Seed", config.seed],
  ];
  const terms = facts.map(
    ([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(String(value))}</dd></div>`,
  );
  return `<header>
<h1>PromptNCE benchmark</h1>
${simulated ? `<p class="banner" role="note"><strong>Simulated.</strong> ${escapeHtml(simulated)}</p>` : ""}
<dl class="facts">${terms.join("")}</dl>
${outcomeHtml(result.tables)}
</header>`;
}

/** Of each dataset, which method ranks PMI best, and whether that is resolved. */
function outcomeHtml(tables: readonly Table[]): string {
  const table = tables.find(({ name }) => name === "pmi");
  if (!table) return "";
  const at = (id: string): number => table.columns.findIndex((column) => column.id === id);
  const rho = table.columns.findIndex(({ id }) => id === "rho" || id.startsWith("rho_"));
  const rows = table.rows.filter(
    (row) => !String(row[at("method")] as string).endsWith(":empirical"),
  );
  const groups = Map.groupBy(rows, (row) => row[at("dataset")] as string);
  const items = [...groups].map(([dataset, own]) => {
    const leading = own
      .filter((row) => isMeasured(row[rho]) && row[rho].mark !== undefined)
      .map(
        (row) =>
          `${escapeHtml(row[at("row")] as string)} <b>${escapeHtml(valueText(row[rho], 2).replace("≈ ", ""))}</b>`,
      );
    const said = leading.length > 1 ? "best, and not told apart" : "best";
    return `<li><span>${escapeHtml(dataset)}</span> ${leading.length > 0 ? `${said}: ${leading.join(", ")}` : "no method has a score"}</li>`;
  });
  return `<h2>Outcome: Spearman's ρ between estimated and true PMI</h2><ul class="outcome">${items.join("")}</ul>`;
}
