import {
  clusteredCoverage,
  type ClusteredOptions,
  clusteredWorlds,
} from "../src/inference/clustered-coverage.test.support.ts";
import { hardCoverage, hardWorlds } from "../src/inference/hard-coverage.test.support.ts";
import { nullRates } from "../src/correlation/null-tables.test.support.ts";
import {
  poweredCoverage,
  poweredWorlds,
  UNLABELLED,
} from "../src/inference/powered-coverage.test.support.ts";
import { coverageByUnit } from "../src/resampling/unit-coverage.test.support.ts";
import { printAdvice } from "./advice.ts";
import { printWeights } from "./weights.ts";
import { coverageRows, REPLICATES, SIMULATIONS } from "./coverage.ts";
import { nullRows, TABLES } from "./null-beyond.ts";
import { percent, printTable } from "./print-table.ts";

// Prints, as Markdown, how true intervals and marks are, on data whose truth is known: the tables
// that are named, or all.

const sections: Readonly<Record<string, () => void>> = {
  coverage: printCoverage,
  units: printUnits,
  weights: printWeights,
  marks: printMarks,
  beyond: printBeyond,
  "few-labels": printFewLabels,
  clusters: printClusters,
  "hard-labels": printHardLabels,
  advice: printAdvice,
};

/** Of the tables of units and clusters. */
const simulations = 1000;
const count = (number: number) => number.toLocaleString("en");
/** Of a share, in %. */
const twoErrors = (share: number, simulations: number) =>
  percent(2 * Math.sqrt((share * (1 - share)) / simulations));

function printCoverage(): void {
  console.log(
    `\nHow often a 95 % interval held the truth, in %, over ${count(SIMULATIONS)} simulated data sets with ` +
      `B = ${count(REPLICATES)} (two standard errors: ${twoErrors(0.95, SIMULATIONS)}).\n`,
  );
  printTable(["statistic", "#n", "#± 1.96 of the printed error", "#percentile"], coverageRows());
}

function printUnits(): void {
  console.log(
    `\nHow often a 95 % interval held the true ρ, or the true difference of two, in %, where pairs, whole questions of 6 ` +
      `pairs or whole groups of 20 are drawn, over ${count(simulations)} simulated data sets with B = ${count(REPLICATES)} ` +
      `(two standard errors: ${twoErrors(0.95, simulations)}).\n`,
  );
  const drawn = (["pair", "question", "group"] as const)
    .values()
    .flatMap((unit) => [8, 20, 50, 100].map((units) => ({ unit, units })));
  printTable(
    [
      "what is drawn",
      "#how many",
      "#by unit, ρ",
      "#by unit, difference",
      "#by unit, plain percentile",
      "#by unit, ± 1.96",
      "#by pair, ± 1.96",
    ],
    drawn.map(({ unit, units }) => {
      const held = coverageByUnit({ unit, units, simulations, replicates: REPLICATES });
      const shares = [held.units, held.difference, held.percentile, held.error, held.pairs];
      return [unit, units, ...shares.map(percent)];
    }),
  );
}

function printMarks(): void {
  const [tables, replicates] = [400, 1000];
  console.log(
    `\nTables of equally good methods in which one is put below the highest, in %, over ${count(tables)} simulated tables ` +
      `with B = ${count(replicates)} (two standard errors: ${twoErrors(0.05, tables)}). At most 5 is claimed.\n`,
  );
  const worlds = [
    { name: "100 pairs", pairs: 100, ties: false, size: 1 },
    { name: "100 pairs, some seven values", pairs: 100, ties: true, size: 1 },
    { name: "20 questions of 5 pairs", pairs: 100, ties: false, size: 5 },
    { name: "10 groups of 20 pairs", pairs: 200, ties: false, size: 20 },
  ];
  const rows = worlds
    .values()
    .flatMap((world) => [2, 5, 10, 20, 40].map((methods) => ({ ...world, methods })));
  printTable(
    [
      "of",
      "#methods",
      "#≈ as printed",
      "#the highest's own differences corrected alone",
      "#pairs resampled",
    ],
    rows.map(({ name, ...world }) => {
      const { all, own, byPair } = nullRates({ ...world, tables, replicates });
      return [name, world.methods, percent(all), percent(own), percent(byPair)];
    }),
  );
}

function printBeyond(): void {
  console.log(
    `\nWhat stands beside ρ, of methods that share the base rate with the truth and nothing else: ρ itself, mean and standard ` +
      `deviation of what is beyond it, and in how many % it is 1.96 of its ± (B = 1,000) above 0, over ${count(TABLES)} ` +
      `simulations (two standard errors: ${twoErrors(0.025, TABLES)}). 2.5 is chance.\n`,
  );
  printTable(
    ["ρ", "#n", "#ρ itself", "#mean", "#standard deviation", "#1.96 ± above 0"],
    nullRows(),
  );
}

function printFewLabels(): void {
  console.log(
    `\nHow often a 95 % interval from few labels held the truth, in %, and how wide the one with predictions is over the ` +
      `other's width, over ${count(SIMULATIONS)} simulated data sets (two standard errors: ${twoErrors(0.95, SIMULATIONS)}) ` +
      `with ${count(UNLABELLED)} rows without a label.\n`,
  );
  const labelled = poweredWorlds
    .values()
    .flatMap((world) => [50, 100, 500].map((labels) => ({ world, labels })));
  printTable(
    ["estimate", "#labels", "#labels and predictions", "#labels alone", "#width"],
    labelled.map(({ world, labels }) => {
      const { powered, classical, width } = poweredCoverage(world, labels, SIMULATIONS);
      return [world.name, labels, percent(powered), percent(classical), width.toFixed(2)];
    }),
  );
}

/** What is labelled, and how many of it, of all worlds and of the first. */
const inAll = [
  { unit: "question", labelled: 10 },
  { unit: "question", labelled: 20 },
  { unit: "group", labelled: 20 },
] as const;
const inFirst = [
  { unit: "pair", labelled: 20 },
  { unit: "pair", labelled: 50 },
  ...([6, 10, 20, 50] as const).map((labelled) => ({ unit: "question", labelled }) as const),
  ...([6, 10, 20, 50] as const).map((labelled) => ({ unit: "group", labelled }) as const),
  ...([10, 20] as const).map((labelled) => ({ unit: "question of 1 to 19", labelled }) as const),
  { unit: "question", labelled: 20, rows: 120 },
] as const;

function printClusters(): void {
  console.log(
    `\nHow often a 95 % interval of \`infer\` held the truth, in %, where whole questions of 6 rows, groups of 20 or questions ` +
      `of 1 to 19 are labelled, beside 150 without labels, over ${count(simulations)} simulated data sets (two standard ` +
      `errors: ${twoErrors(0.95, simulations)}).\n`,
  );
  const [first, ...others] = clusteredWorlds;
  const all = [
    ...inFirst.map((own) => ({ world: first!, own })),
    ...others.flatMap((world) => inAll.map((own) => ({ world, own }))),
  ];
  printTable(
    ["estimate", "labelled", "#by cluster", "#of labels alone", "#by row", "#width"],
    all.values().map(({ world, own }) => {
      const held = clusteredCoverage(world, { ...own, trials: simulations });
      const shares = [held.powered, held.classical, held.byRow];
      return [world.name, labelledText(own), ...shares.map(percent), held.width.toFixed(2)];
    }),
  );
}

function labelledText({ unit, labelled, rows }: Omit<ClusteredOptions, "trials">): string {
  if (rows !== undefined) return `${rows} rows of all questions`;
  return unit === "question of 1 to 19"
    ? `${labelled} questions of 1 to 19`
    : `${labelled} ${unit}s`;
}

function printHardLabels(): void {
  console.log(
    `\nThe same of skewed labels, of shares with few of a kind and by stratum, and in how many % the interval was the exact ` +
      `one and how often \`infer\` warned of skewed labels, over ${count(simulations)} simulated data sets with 1,000 rows ` +
      `without a label.\n`,
  );
  printTable(
    ["estimate", "#labels", "#labels and predictions", "#labels alone", "#exact", "#warned"],
    hardWorlds.values().flatMap((world) =>
      [50, 100, 500].map((labels) => {
        const { powered, classical, exact, warned } = hardCoverage(world, labels, simulations);
        return [world.name, labels, ...[powered, classical, exact, warned].map(percent)];
      }),
    ),
  );
}

const given = process.argv.slice(2);
for (const [name, print] of Object.entries(sections)) {
  if (given.length === 0 || given.includes(name)) print();
}
