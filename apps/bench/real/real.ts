import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  addOptions,
  listOf,
  oneOf,
  option,
  readOptions,
  someText,
} from "@promptnce/command/options";
import { UsageError } from "@promptnce/command/errors";
import { Command } from "commander";
import { documentProgram } from "../src/output/document-program.ts";
import { writtenParts } from "../src/output/written-parts.ts";
import { type ModelColumn, readColumn } from "./column.ts";
import { saidText } from "./document.ts";
import { keepRun } from "./kept.ts";
import { realAnswersOf } from "./real-answers.ts";
import { columnName, modelArguments, type Part, parts, partsFor, runPart } from "./suite.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** The folder of kept runs, and what is made from them: the document, and the opening of pages. */
export interface Places {
  readonly kept: string;
  readonly document: string;
  readonly answers: string;
}

const PLACES: Places = {
  kept: join(ROOT, "examples/real-run"),
  document: join(ROOT, "docs/real-models.md"),
  answers: join(ROOT, "apps/bench/src/output/real-answers.json"),
};

const examples = `
Examples:
  pnpm real FILE.gguf --data ../data                          a model file, in process
  pnpm real http://localhost:8080/v1 --data ../data -- --model NAME --scoring llama-server
                                                              a server that speaks OpenAI's wire format
  pnpm real anthropic:NAME --part spoken --data ../data -- --budget 5
                                                              a vendor's model that gives no token probabilities
  pnpm real systemone:NAME --data ../data -- --base-url http://localhost:8080/v1
                                                              a decision model
  pnpm real --data ../data                                    the document again, from what is kept

What stands behind -- is bench's. A run that was stopped goes on with the same command.`;

const options = {
  data: {
    ...option("<folder>", "where the datasets' files are", someText),
    variable: "PROMPTNCE_DATA",
  },
  part: option(
    "<names>",
    "of the suite (default: all for such a model)",
    listOf(oneOf(parts.map(({ name }) => name))),
  ),
  name: option("<folder>", "of the model's runs and column (default: the model's name)", someText),
  out: option("<folder>", "where the runs are while they run", someText, "out/real"),
};

/** Runs the program with its arguments and returns the exit code. */
export function real(args: readonly string[], places: Places = PLACES): Promise<number> {
  const program = new Command("real")
    .description(
      "Asks a real model the suite, keeps its replies, and writes docs/real-models.md from all that are kept.",
    )
    .argument(
      "[model]",
      "a GGUF file, a server's address, or a name as bench takes it; without it nothing is asked",
    )
    .argument("[options...]", "of bench, behind --")
    .addHelpText("after", examples)
    .showHelpAfterError("(see --help)")
    .exitOverride();
  return documentProgram("real", async () => {
    addOptions(program, options).parse(args, { from: "user" });
    const [model, ...rest] = program.args;
    const { data, ...given } = readOptions(options, program.opts());
    if (data === undefined)
      throw new UsageError("--data: the suite is asked about the datasets of the paper");
    if (model !== undefined) await ask({ model, rest, data, ...given }, places);
    await writeDocument(data, places);
    return 0;
  });
}

interface RealRun {
  readonly model: string;
  /** Arguments for bench. */
  readonly rest: readonly string[];
  readonly data: string;
  readonly part: readonly string[] | undefined;
  readonly name: string | undefined;
  readonly out: string;
}

async function ask(
  { model, rest, data, out, name, part: named }: RealRun,
  { kept }: Places,
): Promise<void> {
  const column = name ?? columnName(model, rest);
  for (const part of partsFor(model, named)) {
    const folder = join(out, column, part.name);
    console.log(`${part.title}, in ${folder}`);
    await runPart(part, folder, data, [...modelArguments(model), ...rest]);
    await keepRun(folder, join(kept, column, part.name));
  }
}

async function writeDocument(data: string, { kept, document, answers }: Places): Promise<void> {
  const columnsByPart = await Array.fromAsync(
    parts,
    async (part) => [part, await columnsOf(part, kept, data)] as const,
  );
  const before = readFileSync(document, "utf8");
  writeFileSync(document, writtenParts(before, { "what models said": saidText(columnsByPart) }));
  // Tokens of a small model are worth more than its words.
  const [, columns = []] = columnsByPart.find(([{ name }]) => name === OPENING) ?? [];
  writeFileSync(answers, `${JSON.stringify(realAnswersOf(columns), null, 2)}\n`);
  console.log(`Wrote ${document} and ${answers}`);
}

/** The part that a page's opening shows. */
const OPENING = "tokens";

/** The kept runs of a part, sorted by name. */
async function columnsOf(part: Part, kept: string, data: string): Promise<ModelColumn[]> {
  const names = existsSync(kept) ? readdirSync(kept).toSorted() : [];
  const keptNames = names.filter((name) =>
    existsSync(join(kept, name, part.name, "manifest.json")),
  );
  return Array.fromAsync(keptNames, (name) => readColumn(name, join(kept, name, part.name), data));
}
