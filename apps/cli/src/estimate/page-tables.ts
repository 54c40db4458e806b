import type { PairRow, Table } from "../page.ts";
import type { MethodSummary } from "./method-summary.ts";

/** One row a method: how much could be read, and what the estimates look like. */
export function methodsTable(methods: readonly MethodSummary[], simulated: string | undefined): Table {
  const scored = methods.some(({ scores }) => scores !== undefined);
  return {
    name: "methods",
    title: "A row a method",
    simulated,
    columns: [
      { id: "method", title: "Method" },
      { id: "estimates", title: "Estimates" },
      { id: "unreadable", title: "Unreadable" },
      { id: "other", title: "Mean OTHER", digits: 2 },
      { id: "R", title: "R", digits: 2 },
      { id: "rho_marginal", title: "ρ of rarity", digits: 2 },
      ...(scored
        ? [
            { id: "rho", title: "ρ with people", digits: 2 },
            { id: "slope", title: "Calibration slope", digits: 2 },
            { id: "calibration_error", title: "Calibration error", digits: 3 },
          ]
        : []),
    ],
    rows: methods.map(({ method, estimates, unreadable, meanOther, R, rhoMarginal, scores }) => [
      method.title,
      estimates,
      unreadable,
      meanOther,
      R,
      rhoMarginal,
      ...(scored
        ? [
            scores && { value: scores.rho, standardError: scores.rhoError },
            scores?.slope,
            scores?.calibrationError,
          ]
        : []),
    ]),
    notes: [
      "Mean OTHER: the mass that open candidate sets left to labels outside them.",
      "R = Var[log P̂(y)] / Var[log P̂(y|x)]: above 1 the elicited base rates vary more than the conditionals. ρ of rarity: how far −log P̂(y) alone would rank the pairs as the method does. Both together say what decides the ranking.",
      ...(scored
        ? [
            "ρ with people: Spearman's ρ of estimated PMI with that of the counts, ± bootstrap standard error. Calibration slope on the log scale, ideal 1; calibration error over ten bins of P̂(y|x).",
          ]
        : []),
    ],
  };
} // prettier-ignore

const SHOWN = 10;

/**
 * The pairs with the highest PMI above 0 and the lowest below it of a method, among those on the page.
 * A table that no pair belongs to is left out.
 */
export function extremesTables(pairs: readonly PairRow[], method: string, simulated: string | undefined): Table[] {
  const ranked = pairs
    .flatMap(({ x, y, estimates }) => {
      const one = estimates.find((estimate) => estimate.method === method);
      return one?.pmi === undefined ? [] : [{ x, y, pmi: one.pmi }];
    })
    .toSorted((a, b) => b.pmi - a.pmi);
  const table = (name: string, title: string, rows: typeof ranked): Table => ({
    name,
    title: `${title}, by ${method}`,
    simulated,
    columns: [
      { id: "x", title: "x" },
      { id: "y", title: "y" },
      { id: "pmi", title: "PMI, nats", digits: 2 },
    ],
    rows: rows.map(({ x, y, pmi }) => [shortened(x), y, pmi]),
    notes: [],
  });
  const likelier = ranked.filter(({ pmi }) => pmi > 0).slice(0, SHOWN);
  const unlikelier = ranked.filter(({ pmi }) => pmi < 0).toReversed().slice(0, SHOWN);
  return [
    table("most-informative", "x tells most for y", likelier),
    table("least-informative", "x tells most against y", unlikelier),
  ].filter(({ rows }) => rows.length > 0);
} // prettier-ignore

/** Whether a method's PMI has a sign that means something: without a base rate it is log P̂(y|x). */
export function hasSign({ id }: MethodSummary["method"]): boolean {
  return id !== "infonce" && !/:none\b/.test(id);
}

function shortened(text: string): string {
  return text.length > 160 ? `${text.slice(0, 159)}…` : text;
}
