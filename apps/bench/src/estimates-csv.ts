import Papa from "papaparse";
import type { Cell, Results } from "./experiment.ts";

const fields = [
  "dataset", "model", "provider", "k", "method", "pair", "x", "y",
  "conditional", "marginal", "pmi", "est_conditional", "est_marginal", "est_pmi", "status",
]; // prettier-ignore

/**
 * One row per dataset, method and pair, every digit kept. Estimates are as elicited: a reported zero
 * is 0 here and 1e-6 inside the logarithm of `est_pmi`; a part that could not be read, or that the
 * method does not take, is empty. The fields of x are joined by ` / `; `pair` identifies them.
 */
export function estimatesCsv(results: Results, cells: readonly Cell[], model: string): string {
  const { provider } = results.config;
  const data = results.studies.flatMap((study) => {
    const byMethod = new Map(
      cells.map((cell) => [`${study.method(cell.method).id} ${cell.k}`, cell]),
    );
    return [...byMethod.values()].flatMap((cell) =>
      results.outcomes(study, cell).map(({ trial, estimate, status }) => [
        study.dataset.name, model, provider, trial.candidates.length, study.method(cell.method).id,
        trial.id, Object.values(trial.x).join(" / "), trial.y,
        trial.conditional, trial.marginal, trial.pmi,
        estimate.conditional, estimate.marginal, estimate.pmi, status,
      ]),
    ); // prettier-ignore
  });
  return `${Papa.unparse({ fields, data }, { newline: "\n" })}\n`;
}
