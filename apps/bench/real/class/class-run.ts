import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readSummaries } from "@promptnce/case-study";
import { addOptions, option, readOptions, someText } from "@promptnce/command/options";
import { Command } from "commander";
import Papa from "papaparse";
import { keepRun } from "../kept.ts";
import { documentProgram } from "../../src/output/document-program.ts";
import { writtenParts } from "../../src/output/written-parts.ts";
import { controlsOf } from "./controls.ts";
import { classText, type JudgedPairs, pairsIn } from "./document.ts";

/** The folder of kept runs, and the document that is written of them. */
export interface Places {
  readonly kept: string;
  readonly document: string;
}

const examples = `
Examples:
  pnpm class --controls examples/class-run/summaries.csv   controls.csv beside it, for promptnce score
  pnpm class --keep out/qwen --as qwen/gem                 keeps a run of promptnce score, without its texts
  pnpm class                                               docs/public-class.md again, from what is kept`;

const options = {
  controls: option("<file>", "a CSV of one kind of summary, to write controls of", someText),
  keep: option("<folder>", "a run of promptnce score to keep", someText),
  as: option("<path>", "the judge and the name of that run", someText),
};

/** Runs the program with its arguments and returns the exit code. */
export function classRun(args: readonly string[], places: Places): Promise<number> {
  const program = new Command("class")
    .description("Keeps what judges make of summaries of a public class, and writes of it.")
    .addHelpText("after", examples)
    .showHelpAfterError("(see --help)")
    .exitOverride();
  return documentProgram("class", async () => {
    addOptions(program, options).parse(args, { from: "user" });
    const { controls, keep, as } = readOptions(options, program.opts());
    if (controls !== undefined) {
      await writeControls(controls);
      return 0;
    }
    if (keep !== undefined) await keepJudging(keep, join(places.kept, as ?? basename(keep)));
    const text = classText(readKept(places.kept));
    const before = readFileSync(places.document, "utf8");
    writeFileSync(places.document, writtenParts(before, { "what judges said": text }));
    console.log(`Wrote ${places.document}`);
    return 0;
  });
}

async function writeControls(file: string): Promise<void> {
  const { rows } = await readSummaries(file);
  const fields = ["student", "kind", "summary"];
  const place = join(dirname(file), "controls.csv");
  writeFileSync(
    place,
    `${Papa.unparse([...controlsOf(rows)], { columns: fields, newline: "\n" })}\n`,
  );
  console.log(`Wrote ${place}`);
}

/** Keeps what a run's table is made of again, and the table. */
async function keepJudging(from: string, to: string): Promise<void> {
  await keepRun(from, to);
  writeFileSync(join(to, "pairs.csv"), readFileSync(join(from, "tables/pairs.csv")));
}

/** The tables of all kept runs, by judge. */
function readKept(kept: string): JudgedPairs[] {
  const foldersIn = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  return foldersIn(kept).map((judge) => {
    const files = foldersIn(join(kept, judge)).map((run) => join(kept, judge, run, "pairs.csv"));
    const pairs = files
      .filter((file) => existsSync(file))
      .flatMap((file) => pairsIn(readFileSync(file, "utf8")));
    return { judge, pairs };
  });
}
