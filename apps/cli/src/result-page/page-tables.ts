import type { Measurement, Table } from "#report";
import { said } from "../terminal/said.ts";
import { countText } from "@promptnce/core/errors";
import { decidedBy } from "@promptnce/core/coherence";
import {
  gateVerdict,
  unitName,
  worthText,
  type DrawSize,
  type MethodSummary,
} from "@promptnce/rows/summary";

type MethodColumn = Table["columns"][number] & {
  readonly of: (method: MethodSummary) => Table["rows"][number][number];
};

const ownColumns: readonly MethodColumn[] = [
  { id: "method", title: "Method", of: ({ method }) => method.title },
  { id: "estimates", title: "Estimates", of: ({ estimates }) => estimates },
  { id: "unreadable", title: "Unreadable", of: ({ unreadable }) => unreadable },
  { id: "doubtful", title: "Sums far from one", of: ({ doubtful }) => doubtful },
  { id: "other", title: "Mean OTHER", digits: 2, of: ({ meanOther }) => meanOther },
  { id: "R", title: "R", digits: 2, of: ({ R }) => R },
  { id: "rho_marginal", title: "ρ of rarity", digits: 2, of: ({ rhoMarginal }) => rhoMarginal },
  { id: "decided", title: "Order decided by", of: decidedBy },
];

/** The columns for data with counted people. */
const scoreColumns: readonly MethodColumn[] = [
  { id: "scored", title: "Pairs scored", of: ({ scores }) => scores?.pairs },
  { id: "rho", title: "ρ with people", digits: 2, of: ({ scores }) => measured(scores) },
  {
    id: "beyond",
    title: "ρ beyond ln P(y)",
    digits: 2,
    of: ({ scores }) => measured(scores?.beyond),
  },
  {
    id: "centred",
    title: "ρ centred by both",
    digits: 2,
    of: ({ scores }) => measured(scores?.centred),
  },
  { id: "blind_to_x", title: "Blind to x", digits: 2, of: ({ scores }) => scores?.blind.toX },
  { id: "blind_to_y", title: "Blind to y", digits: 2, of: ({ scores }) => scores?.blind.toY },
  {
    id: "uses_both",
    title: "Uses x and y",
    of: ({ scores }) => scores && gateVerdict(scores)?.usesBoth,
  },
  { id: "slope", title: "Calibration slope", digits: 2, of: ({ scores }) => scores?.slope },
  {
    id: "calibration_error",
    title: "Ten-bin calibration error",
    digits: 3,
    of: ({ scores }) => scores?.calibrationError,
  },
  {
    id: "absolute_error",
    title: "Mean absolute error",
    digits: 3,
    of: ({ scores }) => scores?.absoluteError,
  },
];

/** A ρ with its error; without one where no resample differs. */
export function measured(
  score: { readonly rho: number; readonly rhoError: number } | undefined,
): Measurement | undefined {
  if (score === undefined) return undefined;
  const { rho: value, rhoError: standardError } = score;
  return standardError > 0 ? { value, standardError } : { value };
}

/** One row per method: the number of valid replies and the distribution of the estimates. */
export function methodsTable(
  methods: readonly MethodSummary[],
  simulated: string | undefined,
): Table {
  const scored = methods.some(({ scores }) => scores !== undefined);
  const shownColumns = ownColumns.filter(
    ({ id }) => id !== "doubtful" || methods.some(({ doubtful }) => doubtful > 0),
  );
  // A control that applies to no method has no column.
  const controls = ["centred", "blind_to_x", "blind_to_y"];
  const shown = scoreColumns.filter(
    ({ id, of }) => !controls.includes(id) || methods.some((summary) => of(summary) !== undefined),
  );
  const columns = [...shownColumns, ...(scored ? shown : [])];
  return {
    name: "methods",
    title: "One row per method",
    simulated,
    columns,
    rows: methods.map((method) => columns.map(({ of }) => of(method))),
    notes: said(
      "Mean OTHER: the mean probability of labels outside an open candidate set.",
      "R = Var[log P̂(y)] / Var[log P̂(y|x)]: above 1, the base rates vary more than the conditionals. ρ of rarity: how well −log P̂(y) alone reproduces the method's ranking. Together they say what decides the ranking.",
      scored &&
        "ρ with people: Spearman's ρ between the estimated PMI and that of people's counts, ± bootstrap standard error. ρ beyond ln P(y): the partial correlation given people's base rate. Calibration slope: on the log scale, ideally 1. Mean absolute error: how far P̂(y|x) is from people's P(y|x). Ten-bin calibration error: how far their means in ten bins are apart, where errors within a bin cancel.",
      scored &&
        "Uses x and y: whether the agreement with people is shown to go beyond what x alone and y alone explain; unknown where too few x have two labels to detect estimates that ignore y.",
      ...unitNotes(methods),
      columns.some(({ id }) => controls.includes(id)) &&
        "ρ centred by both: Spearman's ρ without what x alone, and y among x with equally many labels, say about PMI. It shows whether a method knows which y goes with which x. Blind to x: the ρ of base rates alone. Blind to y: the ρ of each x's mean.",
      ...methods.flatMap(({ method, termsDrawn, scoresDrawn }) => [
        drawnNote(`${method.title}: the ρ of rarity is`, termsDrawn),
        drawnNote(`${method.title}: ρ with people and calibration are`, scoresDrawn),
      ]),
    ),
  };
}

/** The note on the resampled unit, if it is not the pair. */
function unitNotes(methods: readonly MethodSummary[]): string[] {
  const units = methods.flatMap(({ scores }) =>
    scores === undefined || scores.unit.name === "pair"
      ? []
      : `± resamples each ${unitName(scores.unit.name)} whole (${countText(scores.unit.count)} of them${worthText(scores.unit)}), because its pairs share errors.`,
  );
  return [...new Set(units)];
}

function drawnNote(what: string, drawn: DrawSize | undefined): string | undefined {
  return (
    drawn &&
    `${what} from ${countText(drawn.kept)} pairs, drawn at random from ${countText(drawn.of)}.`
  );
}
