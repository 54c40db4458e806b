import { join } from "node:path";
import type { Command } from "commander";
import { each, eachOf } from "../options/each-option.ts";
import { wholeNumber } from "../options/number-option.ts";
import { modelOptions } from "../options/model-options.ts";
import { printable } from "../terminal/terminal.ts";
import type { ScoreOptions } from "./run-score.ts";

const EXAMPLES = `
ATTEMPTS is a ProgSnap2 folder, a file of JSON lines (student, assignment, attempt, code) or a CSV
(student, task, code). FILE.csv has the columns student, kind, summary; a kind is who or what wrote
it, and any number of kinds is ranked. The first --window different attempts of a student are what
her summaries were written from.

What leaves the machine: the summaries and the attempts, to the model that is named. See
docs/privacy.md for a model on this machine. GEM scores the attempt as the answer in a chat; gem+plain
as the end of a plain text, for a model without a chat template.

Examples:
  promptnce score --demo
  promptnce score attempts.csv --summaries expert.csv --summaries model.csv --provider anthropic --model NAME
  promptnce score ./progsnap2 --summaries s.csv --variant future --dry-run --provider openai --model NAME
  promptnce score attempts.jsonl --summaries s.csv --provider openai --base-url http://localhost:11434/v1 --model NAME

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the budget was reached.`;

const variants = ["compression", "future"] as const;

interface Options extends Omit<ScoreOptions, "store"> {
  readonly store?: string;
  readonly summaries: readonly string[];
  readonly events?: readonly string[];
  readonly demo?: true;
  readonly out: string;
  readonly report: boolean;
  readonly force?: true;
}

/** `score`: which kind of summary knows the student? */
export function score(parent: Command): void {
  const file = (value: string, before: string[]): string[] => [...before, value];
  const command = parent
    .command("score")
    .description("which summary knows the student? Ranks summaries by how well they tell her attempts from others'")
    .argument("[attempts]", "a ProgSnap2 folder, or a .csv, .tsv, .jsonl or .ndjson file (.gz or not)")
    .option("--summaries <file>", "a CSV of summaries; repeated for several", file, [])
    .option("--demo", "a class made up by a program, and the simulated respondent unless a model is named")
    .option(
      "--events <types>",
      "of a ProgSnap2 folder, what counts as an attempt (default: submissions and runs)",
      each,
    )
    .option("--window <number>", "attempts that a summary was written from", wholeNumber(1, 1000), 4)
    .option("--variant <names>", "compression, future (default: both)", eachOf(variants))
    .option(
      "--method <names>",
      "any of promptnce, infonce, gem, gem+plain (default: the first three, as far as the model can)",
      eachOf(["promptnce", "infonce", "gem", "gem+plain"]),
    )
    .option("--structured", "hold replies to a JSON schema, which most vendors can")
    .option("--k <number>", "attempts shown in one question", wholeNumber(2, 26), 5)
    .option("--limit <number>", "comparisons of one student and variant, at most", wholeNumber(1, 1000), 9)
    .option("--out <folder>", "where the results go", "score-out")
    .option("--force", "write over files of that folder that score did not write")
    .option("--no-report", "no page: it holds the summaries and the code that was asked about");
  modelOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(async (attempts: string | undefined, options: Options, self: Command) => {
      if (options.demo && (attempts !== undefined || options.summaries.length > 0)) {
        self.error("error: --demo brings its own class: leave out the attempts and --summaries");
      }
      if (attempts === undefined && !options.demo) {
        self.error("error: name the attempts, or see how it looks with --demo");
      }
      const { interruptible } = await import("../terminal/terminal.ts");
      await interruptible(({ signal }) => work(attempts, options, signal));
    });
}

async function work(attempts: string | undefined, options: Options, stopping: AbortSignal): Promise<void> {
  const { classFrom, demoClass } = await import("./score-class.ts");
  const { checkPlace } = await import("@promptnce/providers/choose");
  const { runScore } = await import("./run-score.ts");
  const { checkScoreFiles } = await import("./score-files.ts");
  const { writeScore } = await import("./write-score.ts");
  const { out, report, seed, summaries, window, events } = options;
  const store = options.store ?? `${out}/replies.jsonl`;
  checkScoreFiles({ attempts, summaries, out, store, force: options.force === true });
  checkPlace(join(out, "manifest.json"), "with --out");
  const subject = attempts === undefined ? demoClass(seed) : await classFrom(attempts, summaries, { window, events });
  for (const note of subject.notes) process.stderr.write(`${printable(note)}\n`);
  const result = await runScore(subject, { ...options, store }, stopping);
  if ("text" in result) {
    process.stdout.write(result.text);
    return;
  }
  const { text, files } = await writeScore(out, result, { report });
  process.stdout.write(text);
  process.stderr.write(`Wrote ${files.length} files to ${out}, replies to ${store}.\n`);
  if (report) process.stderr.write(`The page is in ${join(out, "report.html")}.\n`);
}
