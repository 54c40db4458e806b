import { bootstrap, pairedDifference, resampledSpearman } from "@promptnce/core";
import { UsageError } from "@promptnce/providers/choose";
import { manifestDifferences } from "./manifest-differences.ts";
import { pairIdentity, unlikePairs } from "./pair-identity.ts";
import { facts, modeOf, readRun } from "./read-run.ts";
import type { Row } from "./read-run.ts";
import { sharedModels } from "./shared-models.ts";
import type { ModelName, SharedModels } from "./shared-models.ts";
import { type Table, tableMarkdown, type Value } from "@promptnce/report";

/** What identifies a figure of a table in both runs, beside the model. */
const cell = ["dataset", "k", "method"] as const;

const terms = [
  { name: "pmi", title: "PMI", truth: "pmi", estimate: "est_pmi" },
  { name: "conditional", title: "P(y|x)", truth: "conditional", estimate: "est_conditional" },
] as const;

/**
 * Two runs side by side, as Markdown: of every method the difference of its rank correlations with a
 * paired bootstrap interval over the pairs that both have an estimate of, then what differs in the
 * manifests.
 *
 * @throws UsageError where a folder does not hold a run.
 */
export async function compareRuns(folderA: string, folderB: string): Promise<string> {
  const [a, b] = await Promise.all([readRun(folderA), readRun(folderB)]);
  const [modeA, modeB] = [modeOf(a.manifest), modeOf(b.manifest)];
  if (modeA !== modeB) {
    throw new UsageError(
      `${folderA} was asked in ${modeA} mode and ${folderB} in ${modeB} mode: the two elicit different answers and are not put in one table. Compare runs of one mode.`,
    );
  }
  const models = sharedModels(modelsOf(a.estimates), modelsOf(b.estimates));
  const tables = terms.map((term): Table => {
    return {
      name: `compare-${term.name}`,
      title: `ρ with ${term.title}: A = ${folderA}, B = ${folderB}`,
      simulated:
        a.simulated || b.simulated ? "At least one of the runs is of a simulated respondent or world." : undefined,
      columns: [
        { id: "dataset", title: "Dataset" },
        { id: "k", title: "K" },
        { id: "method", title: "Method" },
        { id: "model", title: "Model" },
        { id: "n", title: "Pairs in both" },
        { id: "rho_a", title: "ρ of A", digits: 2 },
        { id: "rho_b", title: "ρ of B", digits: 2 },
        { id: "difference", title: "A − B", digits: 3 },
        { id: "low", title: "95 % from", digits: 3 },
        { id: "high", title: "to", digits: 3 },
        { id: "p", title: "p", digits: 4 },
      ],
      rows: compareRows(a.estimates, b.estimates, { term, models }),
      notes: [
        `Both runs were asked in ${modeA} mode.`,
        ...models.notes,
        ...unlikePairs(a.estimates, b.estimates),
        "Intervals by the paired bootstrap over the pairs that both runs have an estimate of; p is not corrected for the number of rows.",
      ],
    };
  });
  const differences = manifestDifferences(facts(a.manifest), facts(b.manifest));
  const list = differences.map(({ path, a: left, b: right }) => `- \`${path}\`: ${left} | ${right}`);
  const manifests = `# Manifests, A | B\n\n${list.length > 0 ? list.join("\n") : "No difference."}\n`;
  return `${[...tables.map(tableMarkdown), manifests].join("\n")}`;
}

function compareRows(
  a: readonly Row[],
  b: readonly Row[],
  { term, models }: { readonly term: (typeof terms)[number]; readonly models: SharedModels },
): Value[][] {
  return models.pairs.flatMap((model) => {
    const identify = (row: Row): string => JSON.stringify(cell.map((name) => row[name]));
    const ofA = Map.groupBy(rowsOf(a, model.a), identify);
    const ofB = Map.groupBy(rowsOf(b, model.b), identify);
    return [...ofA].flatMap(([key, rowsA]) => {
      const pairs = shared(rowsA, ofB.get(key) ?? [], term);
      if (pairs.length < 3) return [];
      const [first] = rowsA as [Row];
      const { dataset, k, method } = first;
      return [[dataset, Number(k), method, model.title, pairs.length, ...difference(pairs)]];
    });
  });
}

function rowsOf(rows: readonly Row[], { provider, model }: ModelName): Row[] {
  return rows.filter((row) => row["provider"] === provider && row["model"] === model);
}

/** The models that a run asked, in its order. */
function modelsOf(rows: readonly Row[]): ModelName[] {
  const models = rows.map(({ provider = "", model = "" }) => ({ provider, model }));
  return [...new Map(models.map((one) => [JSON.stringify(one), one])).values()];
}

interface SharedPair {
  readonly truth: number;
  readonly a: number;
  readonly b: number;
}

function shared(rowsA: readonly Row[], rowsB: readonly Row[], term: (typeof terms)[number]): SharedPair[] {
  const byPair = new Map(rowsB.map((row) => [pairIdentity(row), row]));
  return rowsA.flatMap((row) => {
    const texts = [row[term.truth], row[term.estimate], byPair.get(pairIdentity(row))?.[term.estimate]];
    if (texts.some((text) => text === undefined || text === "")) return [];
    const [truth, a, b] = texts.map(Number) as [number, number, number];
    return [{ truth, a, b }];
  });
}

function difference(pairs: readonly SharedPair[]): number[] {
  const truth = pairs.map((pair) => pair.truth);
  const statistics = (["a", "b"] as const).map((side) =>
    resampledSpearman(
      pairs.map((pair) => pair[side]),
      truth,
    ),
  );
  const replicates = bootstrap(statistics, pairs.length, { seed: "compare" });
  const ones = new Uint32Array(pairs.length).fill(1);
  const [a, b] = statistics.map((statistic, i) => {
    return { value: statistic(ones), replicates: replicates[i] ?? new Float64Array() };
  }) as [Replicated, Replicated];
  const { difference: d, low, high, p } = pairedDifference(a, b);
  return [a.value, b.value, d, low, high, p];
}

type Replicated = Parameters<typeof pairedDifference>[0];
