import { UsageError } from "#command/errors";
import { print, say } from "#command/start";
import { DataError } from "@promptnce/rows/errors";
import {
  measures,
  modelsApart,
  openRun,
  pairedNotes,
  pairUp,
  type ComparedRow,
  type Measure,
  type ComparedRun,
} from "@promptnce/rows/compare";
import type { CompareOptions } from "./compare-options.ts";
import { compareText, type ComparisonText } from "./compare-text.ts";

/**
 * Prints the comparison.
 *
 * @throws DataError if comparable runs have nothing in common
 */
export async function runCompare(
  pathA: string,
  pathB: string,
  options: CompareOptions,
): Promise<void> {
  const [a, b] = [await openRun(pathA), await openRun(pathB)];
  checkAlike(a, b);
  const apart = modelsApart(a, b);
  const rowsOf = (run: ComparedRun) => () => only(run.rows(options.on, apart), options.methods);
  const paired = await pairUp(rowsOf(a), rowsOf(b));
  const { groups, sizes, ...leftOut } = paired;
  const empty = [pathA, pathB].filter((_, i) => sizes[i] === 0);
  if (empty.length > 0) {
    const methodsText = options.methods === undefined ? "" : ` of ${options.methods.join(", ")}`;
    const has = empty.length === 1 ? "has" : "have";
    throw new DataError(
      `${empty.join(" and ")} ${has} no rows${methodsText}, so there is nothing to compare.`,
    );
  }
  if (groups.length === 0) {
    throw new DataError(
      `${pathA} and ${pathB} have no method in common: there are ${paired.alone.join("; ")}. Compare runs of one method, or files with one method each.`,
    );
  }
  if (groups.every(({ frame }) => frame.pairs === 0)) {
    throw new DataError(
      paired.shown > 0
        ? `${pathA} and ${pathB} have no pair in common that both could estimate and no prompt has shown: compare runs of more rows.`
        : `${pathA} and ${pathB} have no pair in common that both could estimate: compare runs of the same data.`,
    );
  }
  const comparison: ComparisonText = {
    a: pathA,
    b: pathB,
    quantity: options.on,
    simulated: a.simulated || b.simulated,
    groups: groups.map((group) => ({ name: group.name, measures: measures(group) })),
    leftOut,
    notes: pairedNotes(paired),
  };
  if (options.json) process.stdout.write(`${JSON.stringify(comparison, null, 2)}\n`);
  else print(compareText(comparison));
  if (options.failBelow !== undefined) hold(comparison, options.failBelow);
}

async function* only(rows: AsyncIterable<ComparedRow>, methods: readonly string[] | undefined) {
  for await (const row of rows) {
    if (methods?.includes(row.method) !== false) yield row;
  }
}

function checkAlike(a: ComparedRun, b: ComparedRun): void {
  if (a.kind !== b.kind) {
    throw new UsageError(
      `${a.path} is a ${a.kind} and ${b.path} a ${b.kind}: compare two runs of the same kind.`,
    );
  }
  if (a.mode !== b.mode) {
    throw new UsageError(
      `${a.path} was asked in ${a.mode} mode and ${b.path} in ${b.mode} mode: the two elicit different answers. Compare runs of one mode.`,
    );
  }
}

/**
 * Reports the first group that is below the threshold, or that has no measurable value, and sets
 * exit code 4.
 */
function hold({ groups }: ComparisonText, least: number): void {
  for (const { name, measures: groupMeasures } of groups) {
    const [first] = groupMeasures;
    // The comparison is false for NaN, because a value that cannot be measured must not pass.
    if (first !== undefined && first.value >= least) continue;
    say(`error: --fail-below ${least}: ${missed(name, first)}.`);
    process.exitCode = 4;
    return;
  }
}

function missed(group: string, measure: Measure | undefined): string {
  if (measure === undefined) return `${group} has fewer than three pairs that can be compared`;
  const measureText =
    measure.name === "agreement" ? "the agreement of A and B" : "ρ of A minus ρ of B";
  if (Number.isNaN(measure.value))
    return `${group} has no value of ${measureText}, because all values are equal`;
  return `for ${group}, ${measureText} is ${measure.value.toFixed(4)}`;
}
