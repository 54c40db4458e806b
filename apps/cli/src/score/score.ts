import type { Command } from "commander";
import { ATTEMPTS } from "../options/data-options.ts";
import { addCommand } from "../terminal/add-command.ts";
import { exitCodesText } from "#command/start";
import { type ScoreOptions, scoreOptions } from "./score-options.ts";

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

${exitCodesText}`;

const DOES =
  "which summary knows the student? Ranks summaries by how well they tell her attempts from others'";

/** `score`: which kind of summary knows the student? */
export function score(parent: Command): void {
  addCommand(parent, "score", DOES, EXAMPLES, scoreOptions())
    .argument("[attempts]", ATTEMPTS)
    .action(async (attempts: string | undefined, options: ScoreOptions, self: Command) => {
      if (options.demo && (attempts !== undefined || options.summaries.length > 0)) {
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
