import { pairedDifference, type Replicated, replicated, resampledSpearman } from "@promptnce/core";
import { UsageError } from "@promptnce/providers/choose";
import { columns, type Table, tableMarkdown, type Value } from "@promptnce/report";
import { type ComparedRow, type PairedRuns, pairUp } from "@promptnce/rows";
import { pairIdentity, unlikePairs } from "./pair-identity.ts";
import { readRun, type Row } from "./read-run.ts";
import { type ModelName, type SharedModels, sharedModels } from "./shared-models.ts";

const terms = [
  { name: "pmi", title: "PMI" },
  { name: "conditional", title: "P(y|x)" },
] as const;

/**
 * Two runs side by side, as Markdown: of every method the difference of its rank correlations with a paired bootstrap
 * interval over the pairs that both have an estimate of, then what differs in the manifests.
 *
 * @throws UsageError where a folder does not hold a run, or one was asked in another mode.
 */
export async function compareRuns(folderA: string, folderB: string): Promise<string> {
  const [a, b] = await Promise.all([readRun(folderA), readRun(folderB)]);
  if (a.mode !== b.mode) {
    throw new UsageError(
      `${folderA} was asked in ${a.mode} mode and ${folderB} in ${b.mode} mode: the two elicit different answers and are not put in one table. Compare runs of one mode.`,
    );
  }
  const models = sharedModels(modelsOf(a.estimates), modelsOf(b.estimates));
  const notes = [`Both runs were asked in ${a.mode} mode.`, ...models.notes, ...unlikePairs(a.estimates, b.estimates)];
  const tables: Table[] = [];
  for (const { name, title } of terms) {
    const { rows, drawn } = await compareRows(a.estimates, b.estimates, name, models);
    tables.push({
      name: `compare-${name}`,
      title: `ρ with ${title}: A = ${folderA}, B = ${folderB}`,
      simulated:
        a.simulated || b.simulated ? "At least one of the runs is of a simulated respondent or world." : undefined,
      columns: [
        ...columns({ dataset: "Dataset", k: "K", method: "Method", model: "Model", n: "Pairs in both" }),
        ...columns({ rho_a: "ρ of A", rho_b: "ρ of B" }, 2),
        ...columns({ difference: "A − B", low: "95 % from", high: "to" }, 3),
        ...columns({ p: "p" }, 4),
      ],
      rows,
      notes: [
        ...notes,
        ...drawn,
        "Intervals by the paired bootstrap over the pairs that both runs have an estimate of; p is not corrected for the number of rows.",
      ],
    });
  }
  return [...tables.map(tableMarkdown), manifestDifferences(a.facts, b.facts)].join("\n");
}

/** The models that a run asked, in its order. */
function modelsOf(rows: readonly Row[]): ModelName[] {
  const models = rows.map(({ provider = "", model = "" }) => ({ provider, model }));
  return [...new Map(models.map((one) => [JSON.stringify(one), one])).values()];
}

type Term = (typeof terms)[number]["name"];

async function compareRows(a: readonly Row[], b: readonly Row[], term: Term, models: SharedModels) {
  const compared: Value[][] = [];
  const drawn: string[] = [];
  for (const model of models.pairs) {
    const others = cellsOf(b, model.b);
    for (const [cell, rows] of cellsOf(a, model.a)) {
      const { groups } = await pairUp(
        () => comparedRows(rows, term),
        () => comparedRows(others.get(cell) ?? [], term),
      );
      const [group] = groups;
      if (group === undefined || group.pairs.length < 3) continue;
      const { dataset, k, method } = rows[0]!;
      compared.push([dataset, Number(k), method, model.title, group.pairs.length, ...difference(group.pairs)]);
      if (group.drawn === undefined) continue;
      const { kept, of } = group.drawn;
      drawn.push(`${dataset}, K = ${k}, ${method}: a uniform draw of ${kept} of the ${of} pairs in both runs.`);
    }
  }
  return { rows: compared, drawn };
}

/** The rows of a model by what else identifies a figure of a table in both runs. */
function cellsOf(rows: readonly Row[], { provider, model }: ModelName): Map<string, Row[]> {
  const own = rows.filter((row) => row["provider"] === provider && row["model"] === model);
  return Map.groupBy(own, ({ dataset, k, method }) => JSON.stringify([dataset, k, method]));
}

/** The rows that can be ranked: each known by its texts and true values, and none of them shown in a prompt. */
async function* comparedRows(rows: readonly Row[], term: Term): AsyncGenerator<ComparedRow> {
  for (const row of rows) {
    const [truth, estimate] = [row[term], row[`est_${term}`]].map((text) => (text ? Number(text) : undefined));
    if (truth === undefined) continue;
    const { method = "", x = "" } = row;
    yield { group: "", method, pair: pairIdentity(row), input: x, truth, estimate, shown: false, sameScale: true };
  }
}

function difference(pairs: PairedRuns["groups"][number]["pairs"]): number[] {
  const truth = pairs.map((pair) => pair.truth ?? Number.NaN);
  const sides = [pairs.map((pair) => pair.a), pairs.map((pair) => pair.b)];
  const statistics = sides.map((side) => resampledSpearman(side, truth));
  const [a, b] = replicated(statistics, pairs.length, { seed: "compare" }) as [Replicated, Replicated];
  const { difference: d, low, high, p } = pairedDifference(a, b);
  return [a.value, b.value, d, low, high, p];
}

/** Every value that is not the same in both, or in one only, in the order of the first, as Markdown. */
function manifestDifferences(a: object, b: object): string {
  const left = new Map(leaves(a, ""));
  const right = new Map(leaves(b, ""));
  const list = [...new Set([...left.keys(), ...right.keys()])].flatMap((path) => {
    const [ofA, ofB] = [left, right].map((values) => values.get(path) ?? "absent");
    return ofA === ofB ? [] : [`- \`${path}\`: ${ofA} | ${ofB}`];
  });
  return `# Manifests, A | B\n\n${list.length > 0 ? list.join("\n") : "No difference."}\n`;
}

function leaves(value: unknown, path: string): [string, string][] {
  if (value === null || typeof value !== "object") return [[path, JSON.stringify(value)]];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, path ? `${path}.${name}` : name));
}
