import { isClamped } from "@promptnce/core/information";
import { drawFigure, type DrawnFigure, type HeatCell, type PairRow } from "#report";
import type { ExtremePair } from "@promptnce/rows/summary";

/** The most groups, and the most labels, that a heat map has room for. */
const MOST = 12;

/** The most letters of an input beside its dot, and the most dots on either side of 0. */
const [LETTERS, DOTS] = [48, 5] as const;

interface Shape {
  /** The pairs of the page, each with the estimate of the method shown. */
  readonly pairs: readonly PairRow[];
  readonly method: string;
  readonly simulated: string | undefined;
}

/** The most contexts that have a figure each. */
const CONTEXTS = 6;

/** What a cell has of people, and of the model. */
const [PEOPLE, MODEL] = ["people", "the model"] as const;

/**
 * A figure for each context, such as a survey's question: PMI of each input and label, people's
 * beside the model's if they were counted. None if there is one context, or too many.
 */
export function contextFigures({ pairs, method, simulated }: Shape): DrawnFigure[] {
  const contexts = Map.groupBy(pairs, ({ context }) => context);
  const isMany = contexts.size < 2 || contexts.size > CONTEXTS || contexts.has(undefined);
  if (isMany || [...contexts.values()].some((own) => !hasRoom(own))) return [];
  return Array.from(contexts, ([context = "", own], i) => {
    const cells = own.flatMap((pair) => cellOf([pair], inputOf(pair)));
    const known = own.flatMap((pair): HeatCell[] => {
      const { y: label, pmi } = pair;
      return pmi === undefined || !Number.isFinite(pmi)
        ? []
        : [{ group: inputOf(pair), label, pmi }];
    });
    const heading = /[?!.]$/.test(context) ? context : `${context}:`;
    const by = known.length > 0 ? `people and ${method}` : method;
    const title = `${heading} PMI of each group and label, by ${by}`;
    const both =
      known.length === 0
        ? cells
        : [
            ...known.map((cell) => ({ ...cell, panel: PEOPLE })),
            ...cells.map((cell) => ({ ...cell, panel: MODEL })),
          ];
    return cells.length === 0
      ? []
      : drawFigure({ kind: "heat", name: `heat-${i + 1}`, title, simulated, cells: both });
  }).flat();
}

/** Whether a heat map has room for the inputs and labels of these pairs, several at least. */
function hasRoom(pairs: readonly PairRow[]): boolean {
  const inputs = new Set(pairs.map(inputOf)).size;
  return inputs <= MOST && new Set(pairs.map(({ y }) => y)).size <= MOST;
}

/** The input of a pair without its context, which is part of its text. */
function inputOf({ context, x }: PairRow): string {
  const start = `${context} / `;
  return x.startsWith(start) ? x.slice(start.length) : x;
}

/** PMI of each group and label; none if there are too many of either, or nothing to show. */
export function heatFigures({ pairs, method, simulated }: Shape): DrawnFigure[] {
  const labels = new Set(pairs.map(({ y }) => y));
  const groupOf = grouping(pairs);
  if (groupOf === undefined || labels.size > MOST) return [];
  const places = Map.groupBy(pairs, (pair) => JSON.stringify([groupOf(pair), pair.y]));
  const isMean = [...places.values()].some(({ length }) => length > 1);
  const cells = [...places.values()].flatMap((own) => cellOf(own, groupOf(own[0]!)));
  if (cells.length === 0) return [];
  const title = `${isMean ? "Mean PMI" : "PMI"} of each group and label, by ${method}`;
  return drawFigure({ kind: "heat", name: "heat", title, simulated, cells });
}

/**
 * The group of a pair: its input or, if there are too many of these, its context. `undefined` if
 * there are too many contexts too.
 */
function grouping(pairs: readonly PairRow[]): ((pair: PairRow) => string) | undefined {
  const contextOf = ({ context = "" }: PairRow): string => context;
  const hasContexts = new Set(pairs.map(contextOf)).size > 1;
  const inputOf = ({ context, x }: PairRow): string => (hasContexts ? `${context}: ${x}` : x);
  const candidates = hasContexts ? [inputOf, contextOf] : [inputOf];
  return candidates.find((of) => new Set(pairs.map(of)).size <= MOST);
}

/** The mean of the PMI that were not clamped or, without any, a clamped one. */
function cellOf(pairs: readonly PairRow[], group: string): HeatCell[] {
  const estimates = pairs.flatMap(({ estimates: [estimate] }) =>
    estimate?.pmi === undefined || !Number.isFinite(estimate.pmi) ? [] : [estimate],
  );
  const label = pairs[0]!.y;
  const measured = estimates.filter((estimate) => !isClamped(estimate));
  if (measured.length === 0) {
    return estimates.slice(0, 1).map(({ pmi }) => ({ group, label, pmi: pmi!, clamped: true }));
  }
  const sum = measured.reduce((total, { pmi }) => total + pmi!, 0);
  return [{ group, label, pmi: sum / measured.length }];
}

type Extremes = Record<"likelier" | "unlikelier", readonly ExtremePair[]>;

/** The pairs with the highest and the lowest PMI of all rows; none if no PMI has a sign. */
export function extremeFigures(
  { likelier, unlikelier }: Extremes,
  { method, simulated }: Omit<Shape, "pairs">,
): DrawnFigure[] {
  const shown = [...likelier.slice(0, DOTS), ...unlikelier.slice(0, DOTS).toReversed()];
  if (shown.length === 0) return [];
  const names = shown.map(({ x, y }) => {
    return `${x.length > LETTERS ? `${x.slice(0, LETTERS - 1)}…` : x} → ${y}`;
  });
  const dots = shown.map(({ pmi }, i) => {
    const alike = names.slice(0, i).filter((name) => name === names[i]).length;
    const row = `${names[i]}${alike > 0 ? ` (${alike + 1})` : ""}`;
    return { row, series: "PMI", value: pmi };
  });
  const title = `The most and the least informative pairs, by ${method}`;
  return drawFigure({
    kind: "dots",
    name: "extremes",
    title,
    simulated,
    axis: "PMI, nats",
    series: ["PMI"],
    dots,
  });
}
