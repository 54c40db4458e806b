import * as Plot from "@observablehq/plot";
import { numberText } from "../tables/value-text.ts";
import {
  brokenLines,
  type DrawnFigure,
  drawnFigure,
  NARROW,
  palette,
  shortened,
} from "./drawn-figure.ts";
import type { FigureCommon } from "./figure.ts";

/** PMI of each group and label, one cell each, coloured by its sign and size. */
export interface HeatFigure extends FigureCommon {
  readonly kind: "heat";
  readonly cells: readonly HeatCell[];
  /** The |PMI| of the strongest colour; the largest of the cells by default. */
  readonly scale?: number;
}

export interface HeatCell {
  /** An input, or a context with several. */
  readonly group: string;
  readonly label: string;
  /** In nats. */
  readonly pmi: number;
  /** Whether P(y|x) or P(y) was answered as 0, so that the clamp makes the PMI. */
  readonly clamped?: boolean;
  /** The panel of the cell, such as people's beside the model's; absent if there is one. */
  readonly panel?: string;
}

/**
 * The height of a cell, of a name above it, of a line of a head, and of the margins above and
 * below, in pixels.
 */
const [CELL, NAME, LINE, AROUND, BELOW] = [34, 22, 14, 22, 6] as const;

/** The most letters of a group beside its cells, and above those of a narrow picture. */
const [LETTERS, NARROW_LETTERS] = [34, 46] as const;

/** The most letters of a label. */
const HEAD = 40;

/** The average width of a letter and of a capital letter, in pixels. */
const [LETTER, CAPITAL] = [6.6, 8.8] as const;

/** The opacity of the strongest cell, on which text keeps its contrast in light and in dark. */
const STRONGEST = 0.6;

/** The sign behind a PMI that measures nothing. */
export const CLAMPED = "†";

/** The labels that a picture on a narrow page has room for. */
export const NARROW_LABELS = 4;

/** Blue where a label is likelier in its group, orange where it is less likely, clear at 0. */
export function drawHeat(
  { cells, scale = largestOf(cells), ...figure }: HeatFigure,
  room: number = 900,
): DrawnFigure {
  const isNarrow = room === NARROW;
  const panels = [...new Set(cells.flatMap(({ panel }) => panel ?? []))];
  const groups = [...new Set(cells.map(({ group }) => group))];
  const labels = [...new Set(cells.map(({ label }) => label))];
  const shown = cells.filter(({ pmi }) => Number.isFinite(pmi));
  const strength = ({ pmi, clamped }: HeatCell): number =>
    clamped || scale === 0 ? 0 : (STRONGEST * Math.abs(pmi)) / scale;
  const names = distinct(groups, isNarrow ? NARROW_LETTERS : LETTERS);
  const nameOf = (group: string): string => names.get(group) ?? group;
  const marginLeft = isNarrow ? 8 : 16 + Math.max(0, ...groups.map(nameOf).map(widthOf));
  const band = CELL + (isNarrow ? NAME : 0);
  const columns = labels.length * Math.max(1, panels.length);
  const across = (room - marginLeft - 20) / Math.max(1, columns);
  const marginTop = panels.length > 0 ? AROUND : 0;
  const heads = new Map(
    [...distinct(labels, HEAD)].map(([label, name]) => [label, lines(name, across / LETTER - 1)]),
  );
  const deepest = Math.max(0, ...[...heads.values()].map(({ length }) => length));
  const place = { x: "label", y: "group", ...(panels.length > 0 && { fx: "panel" }) };
  return drawnFigure(figure, cells, {
    description: `PMI in nats, a row per group and a column per label. ${cells.map(told).join("; ")}.`,
    legend: legendOf(shown),
    width: room,
    height: marginTop + AROUND + LINE * deepest + band * groups.length,
    marginLeft,
    marginTop: marginTop + AROUND - BELOW + LINE * deepest,
    ...(panels.length > 0 && {
      fx: { label: null, domain: panels, axis: null, padding: 0.06 },
    }),
    marginBottom: BELOW,
    x: {
      label: null,
      axis: "top",
      domain: labels,
      tickSize: 0,
      tickFormat: (label: string) => heads.get(label)?.join("\n") ?? label,
    },
    y: {
      label: null,
      domain: groups,
      tickSize: 0,
      tickFormat: nameOf,
      ...(isNarrow && { axis: null }),
    },
    marks: [
      // Above the labels of each panel.
      ...(panels.length > 0
        ? [Plot.axisFx({ anchor: "top", dy: -LINE * deepest - 4, tickSize: 0, ...inked })]
        : []),
      Plot.cell(shown, {
        ...place,
        inset: 1,
        insetTop: band - CELL + 1,
        fill: ({ pmi }: HeatCell) => palette[pmi < 0 ? 1 : 0],
        fillOpacity: strength,
        stroke: "currentColor",
        strokeOpacity: 0.25,
        title: told,
      }),
      Plot.text(shown, { ...place, ...inked, text: valueOf, dy: (band - CELL) / 2 }),
      // A narrow picture has no room beside its cells.
      Plot.text(isNarrow ? groups : [], {
        y: groups,
        ...inked,
        text: nameOf,
        frameAnchor: "left",
        dy: 2 - CELL / 2,
      }),
    ],
  });
}

const inked = { fill: "currentColor", fontSize: 12 };

/** The largest |PMI| of the cells that a model did not answer with 0. */
export function largestOf(cells: readonly HeatCell[]): number {
  const sizes = cells.flatMap(({ pmi, clamped }) =>
    clamped || !Number.isFinite(pmi) ? [] : [Math.abs(pmi)],
  );
  return Math.max(0, ...sizes);
}

function legendOf(cells: readonly HeatCell[]): string {
  const colours = [
    "PMI in nats",
    "blue: the label is likelier here than overall",
    "orange: less likely",
  ];
  const clamped = `${CLAMPED}: the model answered 0, which counts as 0.000001, so PMI measures nothing`;
  return [...colours, ...(cells.some((cell) => cell.clamped) ? [clamped] : [])].join("; ");
}

function valueOf({ pmi, clamped }: HeatCell): string {
  return `${numberText(pmi, 2)}${clamped ? CLAMPED : ""}`;
}

function told(cell: HeatCell): string {
  const panel = cell.panel === undefined ? "" : `${cell.panel}: `;
  return `${panel}${cell.group}, ${cell.label}: ${valueOf(cell)}`;
}

/** The width of a text, in pixels: no picture is measured while it is drawn. */
function widthOf(text: string): number {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  return CAPITAL * capitals + LETTER * (text.length - capitals);
}

/** The text in lines of about so many letters, broken between words or, if one is longer, in it. */
function lines(text: string, letters: number): string[] {
  const most = Math.max(4, Math.floor(letters));
  const broken = text
    .split(" ")
    .flatMap((word) => word.match(new RegExp(`.{1,${most}}`, "gu")) ?? []);
  return brokenLines(broken, most);
}

/** Short names of texts, numbered where their beginnings are alike. */
function distinct(texts: readonly string[], letters: number): Map<string, string> {
  const short = (text: string): string => shortened(text, letters);
  const alike = Map.groupBy(texts, short);
  return new Map(
    texts.map((text) => {
      const same = alike.get(short(text)) ?? [];
      const number = same.length > 1 ? ` ${same.indexOf(text) + 1}` : "";
      return [text, `${short(text)}${number}`];
    }),
  );
}
