import { type Measurement, markdownTableOf, valueText } from "@promptnce/report";
import Papa from "papaparse";
import { printedCaseStudy } from "../../src/paper/main-text.ts";

/** How often one kind of summary beat another, from a row of `pairs.csv`. */
export interface JudgedPair {
  readonly variant: string;
  readonly method: string;
  readonly first: string;
  readonly second: string;
  readonly rate: Measurement;
  readonly low: number | undefined;
  readonly high: number | undefined;
  readonly students: number;
  readonly comparisons: number;
  readonly ties: number;
}

/** A judge, and all pairs that it judged. */
export interface JudgedPairs {
  readonly judge: string;
  readonly pairs: readonly JudgedPair[];
}

/** The rows of a table that `promptnce score` wrote. */
export function pairsIn(csv: string): JudgedPair[] {
  const { data } = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
  // Where all students agree, resampling leaves an error of 0, which is none.
  return data.map((row) => {
    const number = (column: string): number | undefined =>
      row[column] === "" || row[column] === undefined ? undefined : Number(row[column]);
    const count = (column: string): number => number(column) ?? 0;
    return {
      variant: row["variant"] ?? "",
      method: row["method"] ?? "",
      first: row["first"] ?? "",
      second: row["second"] ?? "",
      rate: { value: count("win_rate"), standardError: number("standard_error") || undefined },
      low: number("low"),
      high: number("high"),
      students: count("students"),
      comparisons: count("wins") + count("ties") + count("losses"),
      ties: count("ties"),
    };
  });
}

/**
 * The rows of Table 3: variant and method, and how often the expert's summary wins on the synthetic
 * class by the simulated respondent, as `bench --experiment case-study` prints it at its default
 * seed.
 */
export const table3Rows = [
  { variant: "Compression", method: "PromptNCE", id: "promptnce:none", simulated: "0.854 ± 0.025" },
  { variant: "Compression", method: "InfoNCE", id: "infonce", simulated: "0.913 ± 0.017" },
  { variant: "Compression", method: "GEM", id: "gem:none", simulated: "0.843 ± 0.028" },
  {
    variant: "Future prediction",
    method: "PromptNCE",
    id: "promptnce:none",
    simulated: "0.684 ± 0.017",
  },
  { variant: "Future prediction", method: "InfoNCE", id: "infonce", simulated: "0.774 ± 0.021" },
  { variant: "Future prediction", method: "GEM", id: "gem:none", simulated: "0.721 ± 0.023" },
] as const;

/** The summary of a student, and the one that fits anybody, as in the paper. */
const OWN = "claude";
const GENERIC = "generic";

/** The tables of the document: beside the paper's, and of all kinds against one another. */
export function classText(judges: readonly JudgedPairs[]): string {
  return [
    "## Beside Table 3",
    "The share of comparisons in which the student's own summary scores above the generic one, ± standard error by student; in brackets comparisons and students.",
    table3(judges),
    ...judges.flatMap(({ judge, pairs }) => [`## All kinds, judged by ${judge}`, allPairs(pairs)]),
  ].join("\n\n");
}

function table3(judges: readonly JudgedPairs[]): string {
  const head = ["Variant", "Method", "Paper", "Simulated", ...judges.map(({ judge }) => judge)];
  const cells = table3Rows.map(({ variant, method, id, simulated }) => {
    const printed = printedCaseStudy[variant === "Compression" ? "compression" : "future"]?.[id];
    const [paper] = Object.values(printed ?? {});
    return [
      variant,
      method,
      valueText(paper, 3),
      simulated,
      ...judges.map(({ pairs }) => {
        const pair = pairs.find(
          (one) =>
            one.variant === variant &&
            one.method === method &&
            one.first === OWN &&
            one.second === GENERIC,
        );
        return pair === undefined
          ? "–"
          : `${valueText(pair.rate, 3)} (${pair.comparisons}, ${pair.students})`;
      }),
    ];
  });
  return markdownTableOf(
    head,
    cells,
    head.map((_, i) => (i < 2 ? "l" : "r")),
  );
}

function allPairs(pairs: readonly JudgedPair[]): string {
  const head = ["Variant", "Method", "Summary", "Against", "Wins", "95 %", "Comparisons"];
  const cells = pairs.map(({ variant, method, first, second, rate, low, high, comparisons }) => [
    variant,
    method,
    first,
    second,
    valueText(rate, 3),
    low === undefined || high === undefined ? "–" : `${low.toFixed(3)} to ${high.toFixed(3)}`,
    `${comparisons}`,
  ]);
  return markdownTableOf(head, cells, ["l", "l", "l", "l", "r", "r", "r"]);
}
