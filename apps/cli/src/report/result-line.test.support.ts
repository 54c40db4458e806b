import { fingerprint } from "@promptnce/engine";
import type { ResultLine } from "@promptnce/rows/results";

const methods = new Map<string, { readonly id: string; readonly title: string }>();

/** A row of a result with one field, as read from its file. */
export function resultLine(
  x: string,
  y: string,
  more: Partial<ResultLine> = {},
  id = "promptnce",
): ResultLine {
  const method = methods.get(id) ?? { id, title: id.toUpperCase() };
  methods.set(id, method);
  const input = fingerprint(x);
  const pair = fingerprint(input, y);
  const estimate = { trial: { id: pair, y }, method, estimate: { pmi: 1 }, readable: true };
  return {
    line: 2,
    x: [x],
    y,
    input,
    pair,
    model: "v:m",
    estimate,
    counted: false,
    ranked: false,
    shown: false,
    ...more,
  };
}
