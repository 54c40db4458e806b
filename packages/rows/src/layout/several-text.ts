import type { SeveralReading } from "./several-reading.ts";
import type { LabelOf } from "./votes.ts";

/** So much of a cell is shown. */
const SHOWN = 80;

/** How cells with several labels are read, by an example. */
export function severalText(
  column: string,
  { example, votes }: SeveralReading,
  labelOf: LabelOf,
): string {
  if (example === undefined) return `No cell of ${column} holds several labels.`;
  const { labels, people } = votes(example, labelOf);
  const parts = Array.from(labels, ([label, given]) => {
    const times = given === 1 ? "" : ` (${given})`;
    return `${JSON.stringify(label)}${times}`;
  });
  const cell = example.length > SHOWN ? `${example.slice(0, SHOWN)}…` : example;
  const who = people === 1 ? "one person" : `${people} people`;
  const read = [parts.slice(0, -1).join(", "), parts.at(-1)].join(" and ");
  return `${column}: ${cell} is read as ${read}, of ${who}. P(y|x) is the share of people who gave y to x.`;
}
