import type { Command } from "commander";
import { ATTEMPTS } from "../options/attempts-file.ts";
import { addCommand } from "../terminal/add-command.ts";
import { exitCodesText } from "#command/start";
import { type ScoreOptions, scoreOptions, usualOptions } from "./score-options.ts";

const EXAMPLES = `
The attempts are a ProgSnap2 folder, JSON lines (student, assignment, attempt, code) or a CSV
(student, task, code). A file of summaries has the columns student, kind and summary. A kind is who
or what wrote the summary; you may rank any number of kinds. A single kind is compared with the
summaries of other students. A student's summaries are taken to describe the first --window
different attempts.

The summaries and the attempts leave your machine: they go to the model you name. docs/privacy.md
says how to run a model on your own machine.

Examples:
  promptnce score --demo
  promptnce score attempts.csv --summaries expert.csv --summaries model.csv \\
    --provider anthropic --model NAME
  promptnce score ./progsnap2 --summaries s.csv --variant future --dry-run \\
    --provider openai --model NAME
  promptnce score attempts.jsonl --summaries s.csv --provider openai \\
    --base-url http://localhost:11434/v1 --model NAME

${exitCodesText}`;

const MORE = `
gem scores an attempt as the answer in a chat, gem+plain as the end of a plain text, for a model
without a chat template.
`;

const DOES =
  "rank summaries of students: the better one tells its student's attempts from other students'";

/** The `score` command, which ranks kinds of summary by how well they know the student. */
export function score(parent: Command): void {
  const help = { text: EXAMPLES, more: MORE, usual: usualOptions };
  addCommand(parent, "score", DOES, help, scoreOptions())
    .argument("[attempts]", ATTEMPTS)
    .action(async (attempts: string | undefined, options: ScoreOptions, self: Command) => {
      if (options.demo && (attempts !== undefined || options.summaries !== undefined)) {
        self.error("error: --demo brings its own class: leave out the attempts and --summaries");
      }
      if (attempts === undefined && !options.demo) {
        self.error("error: name the attempts, or see how it looks with --demo");
      }
      const { interruptible } = await import("#command/terminal");
      const { runScore } = await import("./run-score.ts");
      await interruptible(({ signal }) => runScore(attempts, options, signal));
    });
}
