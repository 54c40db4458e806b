import type { Table } from "../terminal/page.ts";
import { countText } from "../terminal/terminal.ts";
import type { Drawn, MethodSummary } from "@promptnce/rows";

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
        ? [scores && { value: scores.rho, standardError: scores.rhoError }, scores?.slope, scores?.calibrationError]
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
      ...methods.flatMap(({ method, termsDrawn, knownDrawn }) => [
        ...drawnNote(`${method.title}: the ρ of rarity`, termsDrawn),
        ...drawnNote(`${method.title}: ρ with people and calibration`, knownDrawn),
      ]),
    ],
  };
}

function drawnNote(what: string, drawn: Drawn | undefined): string[] {
  if (drawn === undefined) return [];
  return [`${what}, of ${countText(drawn.kept)} drawn at random from ${countText(drawn.of)} pairs.`];
}
