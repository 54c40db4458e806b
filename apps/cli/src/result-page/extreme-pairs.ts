import { said } from "../terminal/said.ts";
import { countText } from "@promptnce/core/errors";
import type { Table } from "#report";
import type { ExtremePair, Extremes } from "@promptnce/rows/summary";

type MethodExtremes = Pick<Extremes, "method" | "estimates" | "clamped"> &
  Record<"likelier" | "unlikelier", readonly ExtremePair[]>;

/** The lists of extreme pairs with their titles; empty lists are left out. */
export function extremePairs(found: MethodExtremes, simulated: string | undefined) {
  const { method, likelier, unlikelier } = found;
  const table = (name: string, title: string, pairs: readonly ExtremePair[]): Table => ({
    name,
    title: `${title}, by ${method?.title}`,
    simulated,
    columns: [
      { id: "x", title: "x" },
      { id: "y", title: "y" },
      { id: "pmi", title: "PMI, nats", digits: 2 },
    ],
    rows: pairs.map(({ x, y, pmi }) => [x.length > 160 ? `${x.slice(0, 159)}…` : x, y, pmi]),
    notes: [],
  });
  const tables = [
    table("most-informative", "Where x makes y likelier, most first", likelier),
    table("least-informative", "Where x makes y less likely, most first", unlikelier),
  ].filter(({ rows }) => rows.length > 0);
  return { points: points(found), tables };
}

function points({ method, estimates, clamped, likelier, unlikelier }: MethodExtremes): string[] {
  const hasBoth = likelier.length > 0 && unlikelier.length > 0;
  const absentWithoutLikelier = unlikelier.length > 0 ? "above 0" : "above or below 0";
  const absent = likelier.length > 0 ? "below 0" : absentWithoutLikelier;
  return said(
    likelier.length + unlikelier.length > 0 &&
      `These are the highest PMI above 0 and the lowest below 0 of all ${countText(estimates)} estimates by ${method?.title}, including pairs that are not on this page.`,
    clamped > 0 &&
      `Not listed: ${countText(clamped)} of ${countText(estimates)} estimates, for which the model answered 0 as P(y|x) or P(y). In the logarithm, a 0 counts as 0.000001, so such a PMI measures nothing.${hasBoth ? "" : ` None of the others is ${absent}.`}`,
  );
}
