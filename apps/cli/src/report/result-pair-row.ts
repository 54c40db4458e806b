import type { PairRow } from "../terminal/page.ts";
import type { ResultLine } from "@promptnce/rows";

/** The rows of one pair, one or more, as a row of the page. */
export function resultPairRow(lines: readonly ResultLine[]): PairRow {
  const [{ x, y, model, line, truth, shown }] = lines as [ResultLine];
  return {
    dataset: "",
    model,
    pair: `line ${line}`,
    x: x.join(" / "),
    y,
    ...truth,
    ...(shown && { shown }),
    estimates: lines.map(({ estimate: { method, estimate, other, readable } }) => ({
      method: method.title,
      ...estimate,
      ...(other !== undefined && { other }),
      status: readable ? "ok" : "unreadable",
      asked: [],
    })),
  };
}
