import { isClamped } from "@promptnce/core/information";
import { readResult, type ResultLine } from "@promptnce/rows/results";
import { printable } from "#command/terminal";

/** The number of rows shown, and the maximum width of a label or a method's name. */
const [ROWS, LABEL] = [10, 24];

/** The sign behind a PMI that comes from an answered 0. */
const CLAMPED = "†";

/**
 * The first rows of a result as an aligned table no wider than the terminal. The last column, x, is
 * cut to fit.
 */
export async function resultTable(out: string, width: number): Promise<string> {
  const lines: ResultLine[] = [];
  for await (const batch of readResult(out)) {
    lines.push(...batch.slice(0, ROWS + 1 - lines.length));
    if (lines.length > ROWS) break;
  }
  const cells = lines.slice(0, ROWS).map(({ x, y, estimate: { method, estimate, readable } }) => {
    const isFromZero = estimate.pmi !== undefined && isClamped(estimate);
    const value = estimate.pmi?.toFixed(2) ?? (readable ? "" : "unreadable");
    const pmi = isFromZero ? `${value}${CLAMPED}` : value;
    return [pmi.padStart(10), method.title, y, x.join(" / ")];
  });
  const several = new Set(cells.map(([, method]) => method)).size > 1;
  const table = [["PMI, nats".padStart(10), "method", "y", "x"], ...cells].map(
    ([pmi = "", method = "", y = "", x = ""]) => [
      pmi,
      ...(several ? [fitted(method, LABEL)] : []),
      fitted(y, LABEL),
      x,
    ],
  );
  const rows = table.map((row) => fitted(row.join("  "), width - 1).trimEnd());
  const clamped = cells.some(([pmi = ""]) => pmi.endsWith(CLAMPED))
    ? `${CLAMPED} The model answered 0, which counts as 0.000001: such a PMI measures nothing.\n`
    : "";
  return `${rows.join("\n")}\n${clamped}${lines.length > ROWS ? `The first ${ROWS} rows; all` : "All rows"} are in ${out}.\n\n`;
}

/** The text cut or padded to this width in columns. Wide characters count as two. */
function fitted(text: string, width: number): string {
  let [kept, taken] = ["", 0];
  for (const { segment } of new Intl.Segmenter().segment(printable(text))) {
    const columns =
      /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Emoji_Presentation}]/u.test(segment)
        ? 2
        : 1;
    if (taken + columns > width) return `${kept.slice(0, -1)}…`;
    kept += segment;
    taken += columns;
  }
  return kept + " ".repeat(width - taken);
}
