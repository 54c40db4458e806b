import { nullRates } from "../src/statistics/null-tables.test.support.ts";
import { poweredCoverage, poweredWorlds, UNLABELLED } from "../src/statistics/powered-coverage.test.support.ts";
import { coverageRows, REPLICATES, SIMULATIONS } from "./coverage.ts";
import { nullRows, TABLES } from "./null-beyond.ts";
import { percent, printTable } from "./print-table.ts";

// Prints, as Markdown, how true intervals and marks are, on data whose truth is known.

const count = (number: number) => number.toLocaleString("en");
/** Of a share, in %. */
const twoErrors = (share: number, simulations: number) => percent(2 * Math.sqrt((share * (1 - share)) / simulations));

console.log(
  `\nHow often a 95 % interval held the truth, in %, over ${count(SIMULATIONS)} simulated data sets with ` +
    `B = ${count(REPLICATES)} (two standard errors: ${twoErrors(0.95, SIMULATIONS)}).\n`,
);
printTable(["statistic", "#n", "#± 1.96 of the printed error", "#percentile", "#BCa"], coverageRows());

const [pairs, tables, replicates] = [100, 1000, 2000];
console.log(
  `\nTables of equally good methods in which one is put below the highest, in %, over ${count(tables)} simulated tables ` +
    `of ${pairs} pairs with B = ${count(replicates)} (two standard errors: ${twoErrors(0.05, tables)}). At most 5 is claimed.\n`,
);
const tied = [3, 5, 10].values().flatMap((methods) => [false, true].map((ties) => ({ methods, ties })));
printTable(
  ["#methods", "values", "#≈ as printed", "#the highest's own differences corrected alone"],
  tied.map(({ methods, ties }) => {
    const { all, own } = nullRates({ methods, ties, pairs, tables, replicates });
    return [methods, ties ? "some seven" : "all different", percent(all), percent(own)];
  }),
);

console.log(
  `\nWhat stands beside ρ, of methods that share the base rate with the truth and nothing else: ρ itself, mean and standard ` +
    `deviation of what is beyond it, and in how many % it is 1.96 of its ± (B = 1,000) above 0, over ${count(TABLES)} ` +
    `simulations (two standard errors: ${twoErrors(0.025, TABLES)}). 2.5 is chance.\n`,
);
printTable(["ρ", "#n", "#ρ itself", "#mean", "#standard deviation", "#1.96 ± above 0"], nullRows());

console.log(
  `\nHow often a 95 % interval from few labels held the truth, in %, and how wide the one with predictions is over the ` +
    `other's width, over ${count(SIMULATIONS)} simulated data sets (two standard errors: ${twoErrors(0.95, SIMULATIONS)}) ` +
    `with ${count(UNLABELLED)} rows without a label.\n`,
);
const labelled = poweredWorlds.values().flatMap((world) => [50, 100, 500].map((labels) => ({ world, labels })));
printTable(
  ["estimate", "#labels", "#labels and predictions", "#labels alone", "#width"],
  labelled.map(({ world, labels }) => {
    const { powered, classical, width } = poweredCoverage(world, labels, SIMULATIONS);
    return [world.name, labels, percent(powered), percent(classical), width.toFixed(2)];
  }),
);
