import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { styleText } from "node:util";
import {
  addOptions,
  flag,
  option,
  readOptions,
  someText,
  wholeNumber,
} from "@promptnce/command/options";
import { Command } from "commander";
import { listFaults, rangeFaults, refutations } from "./check.ts";
import { parts } from "./claims.ts";
import { claimKey, findingsText, FIRST_SEED, readFound, seedsOf, summaryText } from "./document.ts";
import { documentProgram } from "../src/output/document-program.ts";
import { writtenParts } from "../src/output/written-parts.ts";
import type { Finding } from "./finding.ts";
import { runSeeds } from "./runs.ts";
import { judge } from "./verdict.ts";

const DOCUMENT = join(import.meta.dirname, "../../../docs/reproduction.md");
const findings = Object.values(parts).flat();
const ofRealData = findings.filter(({ worldsOnly }) => !worldsOnly);

const options = {
  data: {
    ...option("<folder>", "where the datasets' files are", someText),
    variable: "PROMPTNCE_DATA",
  },
  check: flag("write nothing, and end with 1 where a claim of the document does not hold"),
  seeds: option(
    "<number>",
    `of the runs, from ${FIRST_SEED} on (default: 8, 3 with --check)`,
    wholeNumber(2, 1000),
  ),
};

/** Runs the program with its arguments and returns the exit code: 1 if a claim does not hold. */
export function reproduction(args: readonly string[], place: string = DOCUMENT): Promise<number> {
  const program = new Command("reproduction")
    .description("Writes what docs/reproduction.md claims from the tables of many runs of bench.")
    .showHelpAfterError("(see --help)")
    .exitOverride();
  return documentProgram("reproduction", async () => {
    addOptions(program, options).parse(args, { from: "user" });
    const { data, check, seeds } = readOptions(options, program.opts());
    const claims = check ? checkDocument : writeDocument;
    const faults = await claims(place, seeds ?? (check ? 3 : 8), data);
    for (const fault of faults) {
      console.error(`${styleText("red", "✗")} ${fault}`);
    }
    return faults.length > 0 ? 1 : 0;
  });
}

/** Judges all claims on the worlds and, if there are data, on the real data. */
async function judgeAll(seeds: number, data: string | undefined, level: number) {
  const worlds = judge(findings, await runSeeds(findings, seeds), level);
  const real =
    data === undefined ? [] : judge(ofRealData, await runSeeds(ofRealData, seeds, data), level);
  return { worlds, real, faults: [worlds, real].flatMap(refutations) };
}

/**
 * Uses individual 95 % intervals, because the document's simultaneous ones could refute nothing
 * from three seeds. An open claim is not a fault.
 */
async function checkDocument(
  path: string,
  seeds: number,
  data: string | undefined,
): Promise<string[]> {
  const document = readFileSync(path, "utf8");
  const mismatches = listFaults(keysOf(findings), readFound(document));
  if (mismatches.length > 0) return mismatches;
  const { worlds, real, faults } = await judgeAll(seeds, data, 0.95);
  return [...faults, ...[worlds, real].flatMap((judged, on) => rangeFaults(judged, on, document))];
}

/** Writes the document. Without data, its column of the real data stays unchanged. */
async function writeDocument(
  path: string,
  seeds: number,
  data: string | undefined,
): Promise<string[]> {
  const level = 1 - 0.05 / (keysOf(findings).length + keysOf(ofRealData).length);
  const { worlds, real, faults } = await judgeAll(seeds, data, level);
  // Read late, so that edits made in the meantime are kept.
  const document = readFileSync(path, "utf8");
  const kept = readFound(document);
  const onReal = new Map(real.map(({ claim, text }) => [claim, text]));
  const found = new Map(
    worlds.map(({ finding, claim, text }) => {
      const key = claimKey(finding, claim);
      const realText = finding.worldsOnly ? "–" : (onReal.get(claim) ?? kept.get(key)?.[1] ?? "");
      return [key, [text, realText] as const];
    }),
  );
  const texts = Object.entries(parts).map(([name, part]) => [
    `claims: ${name}`,
    findingsText(part, found),
  ]);
  const summary = summaryText(found, [seeds, data === undefined ? seedsOf(document)[1]! : seeds]);
  writeFileSync(
    path,
    writtenParts(document, { "claims: summary": summary, ...Object.fromEntries(texts) }),
  );
  console.log(`Wrote ${path}: ${worlds.length + real.length} claims from ${seeds} seeds.`);
  return faults;
}

const keysOf = (of: readonly Finding[]): string[] =>
  of.flatMap((finding) => finding.claims.map((claim) => claimKey(finding, claim)));
