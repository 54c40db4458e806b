import { labelsNeeded, predictionPowered, rowsToLabel } from "@promptnce/core";
import { DataError, inputFormat, isSimulated, prefixIn, tableFile } from "@promptnce/rows";
import type { InferOptions } from "./infer-options.ts";
import { inferText } from "./infer-text.ts";
import { said } from "../terminal/said.ts";

/**
 * Infers what is asked for and prints it.
 *
 * @throws DataError where the file cannot be read, groups are not two, or too few rows have a label
 */
export async function runInfer(path: string, options: InferOptions): Promise<void> {
  const { label, prediction, above, by, on, precision, next, seed } = options;
  const { name, rows, leftOut, simulated } = await readRows(path, options);
  const groups = [...new Set(rows.map(({ group }) => group))];
  if (by !== undefined && groups.length !== 2) {
    const some = groups.slice(0, 5).map((group) => JSON.stringify(group));
    throw new DataError(`${name}: ${by} has ${groups.length} values (${some.join(", ")}); a difference is of two.`);
  }
  const counted = (value: number): number => (above === undefined ? value : Number(value > above));
  const labels = rows.map((row) => (row.label === undefined ? undefined : counted(row.label)));
  const powered = predictionPowered({
    labels,
    predictions: rows.map((row) => counted(row.prediction)),
    x: on === undefined ? undefined : rows.map(({ x }) => x),
    inFirst: by === undefined ? undefined : rows.map(({ group }) => group === groups[0]),
  });
  if (Number.isNaN(powered.classical.high)) {
    throw new DataError(
      `${name}: too few rows have numbers in ${label} and ${prediction}; label two or more, of each group, or three for a slope on what varies.`,
    );
  }
  const statistic = on === undefined ? (above === undefined ? "mean" : "share") : "slope";
  const quantity = said(
    `${statistic} of ${label}`,
    above !== undefined && `above ${above}`,
    on !== undefined && `on ${on}`,
    by !== undefined && `where ${by} is ${groups[0]} less where it is ${groups[1]}`,
  ).join(" ");
  const inference = {
    quantity,
    simulated,
    leftOut,
    ...powered,
    ...(precision !== undefined && { precision, needed: labelsNeeded(powered, precision) }),
    ...(next !== undefined && { seed, next: rowsToLabel(labels, next, seed).map((row) => rows[row]!.line) }),
  };
  process.stdout.write(options.json ? `${JSON.stringify(inference, null, 2)}\n` : inferText(inference));
}

/** The rows that lack nothing but maybe a label, and how many others there are. */
async function readRows(path: string, { label, by, on, method, format, ...named }: InferOptions) {
  using table = await tableFile({ path, format: inputFormat(path, format) });
  const rows: { line: number; label: number | undefined; prediction: number; x: number; group: string }[] = [];
  let [leftOut, simulated, first] = [0, false, method];
  for await (const records of table.open([label, named.prediction, by, on].filter((column) => column !== undefined))) {
    for (const { line, value, columns } of records) {
      const fault = (what: string) => new DataError(`${table.name}, line ${line}: ${what}.`);
      const numberIn = (column: string): number | undefined => {
        const text = value(column)?.trim() || undefined;
        if (text === undefined || Number.isFinite(Number(text))) return text === undefined ? text : Number(text);
        throw fault(`${column} is ${JSON.stringify(text)}; give a number, or nothing`);
      };
      // Elsewhere than in a result of `estimate`, which has this column, a `method` may be anything.
      const prefix = prefixIn(columns);
      const own = columns.includes(`${prefix}x_columns`) ? (value(`${prefix}method`) ?? "") : undefined;
      // A row that could not be used has none.
      if (own === "") leftOut++;
      if (own === "" || (method !== undefined && own !== method)) continue;
      first ??= own;
      if (own !== first) throw fault(`is of ${own}, and rows before are of ${first}; name one with --method`);
      simulated ||= own !== undefined && isSimulated(value(`${prefix}model`) ?? "");
      const [prediction, x] = [numberIn(named.prediction), on === undefined ? 0 : numberIn(on)];
      const group = by === undefined ? "" : value(by)?.trim() || undefined;
      if (prediction === undefined || x === undefined || group === undefined) leftOut++;
      else rows.push({ line, label: numberIn(label), prediction, x, group });
    }
  }
  return { name: table.name, rows, leftOut, simulated };
}
