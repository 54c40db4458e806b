import { listText } from "@promptnce/core/errors";
import { boxLabels, isOff, isOn } from "../cells/ticks.ts";
import type { CellReading } from "./cell-columns.ts";
import { namesOf } from "./named-layout.ts";

/** Reads columns that each stand for a label which one person ticked, as forms export check boxes. */
export function tickColumns(columns: readonly string[]): CellReading {
  const boxes = boxLabels(columns);
  const labelOf = new Map(columns.map((column, i) => [column, boxes[i]!]));
  return {
    columns,
    isPerson: true,
    votesOf: (cells) => {
      const ticked = cells.filter(({ text }) => !isOff(text));
      const labels = ticked.map(({ column, text }) => (isOn(text) ? labelOf.get(column)! : text));
      return {
        labels: new Map(labels.map((label) => [label, 1])),
        people: Math.min(1, labels.length),
      };
    },
    lackOf: () => ({ problem: `nothing is ticked in ${namesOf(columns)}` }),
    exampleOf: (labels) => {
      const given = Array.from(labels.keys(), (label) => JSON.stringify(label));
      return `Each row is one person, who ticked labels in the columns ${namesOf(columns)}: the first gave ${listText(given, "and")}. P(y|x) is the share of people who gave y to x.`;
    },
  };
}
