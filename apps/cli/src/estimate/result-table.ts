import { isClamped } from "@promptnce/core/information";
import { readResult, type ResultLine } from "@promptnce/rows/results";
import { printable } from "#command/terminal";

/** The number of rows shown, and the maximum width of a label or a method's name. */
const [ROWS, LABEL] = [10, 24];

/** The width of a number. */
const NUMBER = 10;

/** The most rows that are read in search of different pairs. */
const READ = 1000;

/** The sign behind a PMI that comes from an answered 0. */
const CLAMPED = "†";

/**
 * The first rows of a result, each pair once, as an aligned table no wider than the terminal. Each
 * context stands above its rows, and the last column, x, is cut to fit.
 */
export async function resultTable(out: string, width: number): Promise<string> {
  const { lines, isWhole } = await firstPairs(out);
  const isSeveral = new Set(lines.map(({ estimate }) => estimate.method.title)).size > 1;
  const mark = lines.some(isFromZero) ? CLAMPED.length : 0;
  const rowOf = (pmi: string, method: string, y: string, x: string): string => {
    const cells = [
      pmi.padEnd(NUMBER + mark),
      ...(isSeveral ? [fitted(method, LABEL)] : []),
      fitted(y, LABEL),
      x,
    ];
    return fitted(cells.join("  "), width - 1).trimEnd();
  };
  let above = "";
  const rows = lines.flatMap((line) => {
    const context = Object.values(line.context ?? {});
    const heading = fitted(context.join(" / "), width - 1).trimEnd();
    const x = line.x.filter((text) => !context.includes(text));
    const row = rowOf(pmiText(line), line.estimate.method.title, line.y, x.join(" / "));
    const isNew = heading !== above;
    above = heading;
    return isNew ? [heading, row] : [row];
  });
  const clamped =
    mark > 0
      ? `${CLAMPED} The model answered 0, which counts as 0.000001: such a PMI measures nothing.\n`
      : "";
  const table = [rowOf("PMI, nats".padStart(NUMBER), "method", "y", "x"), ...rows].join("\n");
  const all = isWhole ? "All rows" : `The first ${lines.length} rows; all`;
  return `${table}\n${clamped}${all} are in ${out}.\n\n`;
}

/** The first lines of different pairs and methods, and whether no others follow. */
async function firstPairs(
  out: string,
): Promise<{ readonly lines: readonly ResultLine[]; readonly isWhole: boolean }> {
  const lines = new Map<string, ResultLine>();
  let read = 0;
  for await (const batch of readResult(out)) {
    for (const line of batch) {
      read++;
      const key = JSON.stringify([line.pair, line.estimate.method.id]);
      if (lines.has(key) && read <= READ) continue;
      if (lines.size === ROWS || read > READ) {
        return { lines: [...lines.values()], isWhole: false };
      }
      lines.set(key, line);
    }
  }
  return { lines: [...lines.values()], isWhole: true };
}

function pmiText(line: ResultLine): string {
  const { estimate, readable } = line.estimate;
  const value = estimate.pmi?.toFixed(2) ?? (readable ? "" : "unreadable");
  return `${value.padStart(NUMBER)}${isFromZero(line) ? CLAMPED : ""}`;
}

function isFromZero({ estimate: { estimate } }: ResultLine): boolean {
  return estimate.pmi !== undefined && isClamped(estimate);
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
