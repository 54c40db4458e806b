import { type BlockCount, blindRun, blockCounts } from "./blind-blocks.ts";
import { blindKinds, truthful } from "./blind-respondents.ts";
import { printTable } from "./print-table.ts";

const SEEDS = 20;
/** The claimed maximum share of marked blocks for each kind of respondent. */
const CLAIMED = 0.05;

interface Count extends BlockCount {
  readonly kind: string;
  readonly respondent: string;
}

/**
 * Prints the share of blocks in bench's own tables that mark a method although the respondent
 * ignores x or y, and the share when the respondent is truthful.
 *
 * @returns whether the former is small enough
 */
export async function printBlindRespondents(): Promise<boolean> {
  const counts = await Array.fromAsync(counted());
  const kinds = [...Object.keys(blindKinds), "truthful"];
  const titles = kinds.flatMap((kind) => [`${kind}, blocks`, `marked, %`]);
  const cells = (of: readonly Count[]) =>
    kinds.flatMap((kind) => cellsOf(of.filter((count) => count.kind === kind)));
  const by = (key: "table" | "dataset") =>
    [...Map.groupBy(counts, (count) => count[key])].map(([name, of]) => [name, ...cells(of)]);
  printTable("By table", ["table", ...titles], [...by("table"), ["all tables", ...cells(counts)]]);
  printTable("By dataset", ["dataset", ...titles], by("dataset"));
  const blind = counts.filter(({ kind }) => kind !== "truthful");
  const rows = [...Map.groupBy(blind, ({ respondent }) => respondent)];
  printTable(
    "By respondent",
    ["kind", "what is said of P(y|x)", "blocks", "marked, %"],
    rows.map(([name, of]) => [of[0]!.kind, name, ...cellsOf(of)]),
  );
  return Object.keys(blindKinds).every((kind) => {
    return shareOf(blind.filter((count) => count.kind === kind)) <= CLAIMED;
  });
}

async function* counted(): AsyncGenerator<Count> {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const run = blindRun(seed);
    for (const [kind, respondents] of Object.entries({ ...blindKinds, truthful })) {
      for (const [respondent, of] of Object.entries(respondents)) {
        for (const count of await blockCounts(run, of, respondent)) {
          yield { ...count, kind, respondent };
        }
      }
    }
    process.stderr.write(`seed ${seed} of ${SEEDS}\n`);
  }
}

function shareOf(counts: readonly Count[]): number {
  const sum = (key: "blocks" | "marked") => counts.reduce((total, count) => total + count[key], 0);
  return sum("marked") / sum("blocks");
}

function cellsOf(counts: readonly Count[]): number[] {
  const blocks = counts.reduce((total, count) => total + count.blocks, 0);
  return [blocks, Math.round(1000 * shareOf(counts)) / 10];
}
