import { nullRates } from "../src/correlation/null-tables.test.support.ts";
import {
  poweredCoverage,
  poweredWorlds,
  UNLABELLED,
} from "../src/inference/powered-coverage.test.support.ts";
import { coverageByUnit } from "../src/resampling/unit-coverage.test.support.ts";
import { printAdvice } from "./advice.ts";
import { coverageRows, REPLICATES, SIMULATIONS } from "./coverage.ts";
import { nullRows, TABLES } from "./null-beyond.ts";
import { percent, printTable } from "./print-table.ts";

// Prints, as Markdown, how true intervals and marks are, on data whose truth is known: the tables that are named, or all.

const sections: Readonly<Record<string, () => void>> = {
  coverage: printCoverage,
  units: printUnits,
  marks: printMarks,
  beyond: printBeyond,
  "few-labels": printFewLabels,
  advice: printAdvice,
};

const count = (number: number) => number.toLocaleString("en");
/** Of a share, in %. */
const twoErrors = (share: number, simulations: number) =>
  percent(2 * Math.sqrt((share * (1 - share)) / simulations));

function printCoverage(): void {
  console.log(
    `\nHow often a 95 % interval held the truth, in %, over ${count(SIMULATIONS)} simulated data sets with ` +
      `B = ${count(REPLICATES)} (two standard errors: ${twoErrors(0.95, SIMULATIONS)}).\n`,
  );
  printTable(
    ["statistic", "#n", "#± 1.96 of the printed error", "#percentile", "#BCa"],
    coverageRows(),
  );
}

function printUnits(): void {
  const simulations = 1000;
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
  const [tables, replicates] = [1000, 2000];
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

const given = process.argv.slice(2);
for (const [name, print] of Object.entries(sections)) {
  if (given.length === 0 || given.includes(name)) print();
}
