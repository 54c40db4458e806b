import { flag, listOf, option, someText } from "#command/options";
import { print } from "#command/start";
import type { Command } from "commander";
import type { InitOptions } from "./init-task.ts";
import { addCommand, examples } from "../terminal/add-command.ts";

const INIT_EXAMPLES = `
On a terminal the command asks for what you do not give. If you have a file of rows, promptnce start
asks less, because it knows the columns.

Examples:
  promptnce task init moods.yaml
  promptnce task init queues.yaml --person "an agent of a help desk" \\
    --sees "ONE message of a customer" --fields message \\
    --event "puts it into the queue where it belongs" --label queue
  promptnce task init --example > moods.yaml`;

/** The `task` command, for describing a user's own task in words. */
export function task(parent: Command): void {
  const typed = examples(
    "task init moods.yaml",
    "task check moods.yaml",
    "task show moods.yaml --kind open",
  );
  const does = "write, check and show a task of your own: from a few phrases to all prompts";
  const group = addCommand(parent, "task", does, typed);
  init(group);
  check(group);
  show(group);
}

function init(group: Command): void {
  addCommand(group, "init", "ask five questions and write the task as YAML", INIT_EXAMPLES, {
    fields: option(
      "<names>",
      "the columns that hold what is shown, separated by commas",
      listOf(someText),
    ),
    ...phrases,
    example: flag("print an example of a task, and write nothing"),
    force: flag("overwrite an existing file"),
  })
    .argument("[file]", "the YAML file to write", "task.yaml")
    .action(async (file: string, options: InitOptions) =>
      (await import("./init-task.ts")).initTask(file, options),
    );
}

/** The phrases of a task, as options. */
export const phrases = {
  person: option("<phrase>", "who is observed, with the article, e.g. 'a rater'", someText),
  sees: option("<phrase>", "what they are shown, e.g. 'ONE comment from Reddit'", someText),
  event: option(
    "<phrase>",
    "what they then do, e.g. 'names the emotion that it expresses most'",
    someText,
  ),
  label: option("<phrase>", "what a label is, in the singular, e.g. emotion", someText),
  plural: option("<phrase>", "its plural, if it does not just add an s", someText),
};

function check(group: Command): void {
  addCommand(
    group,
    "check",
    "check a task, or a study and the first of its rows, and say what is wrong",
    examples("task check moods.yaml"),
  )
    .argument("<file>", "a YAML file")
    .action(async (file: string) => {
      const { taskFields, taskTemplates } = await import("@promptnce/prompts");
      const { readTask } = await import("@promptnce/rows/tasks");
      const read = readTask(file);
      const { name, labels, examples } = read;
      const facts = [
        `fields ${taskFields(read).join(", ")}`,
        labels === undefined ? "labels from the rows" : `${labels.length} labels`,
        examples === undefined ? "examples from the rows" : `${examples.length} examples`,
        `${taskTemplates(read).length} prompts`,
      ];
      const { studyRowsText } = await import("./study-rows.ts");
      const rows = await studyRowsText(file, read);
      print([`${file} is valid: the task ${name}, ${facts.join(", ")}.`, ...rows].join("\n"));
    });
}

function show(group: Command): void {
  const typed = examples(
    "task show moods.yaml",
    "task show moods.yaml --kind grounded",
    "task show moods.yaml --kind open --structured",
  );
  addCommand(group, "show", "print the prompts of a task, with its {placeholders}", typed, {
    kind: option(
      "<name>",
      "print one kind only: pmi, conditional, marginal, grounded, closed, open or likelihood",
      someText,
    ),
    structured: flag("print the prompts for replies that follow a JSON schema"),
  })
    .argument("<file>", "a YAML file")
    .action(async (file: string, { kind, structured }: { kind?: string; structured?: true }) => {
      const { printed, taskFields, taskTemplates } = await import("@promptnce/prompts");
      const { UsageError } = await import("#command/errors");
      const { readTask } = await import("@promptnce/rows/tasks");
      const read = readTask(file);
      const all = taskTemplates(read, structured ? "structured" : "faithful");
      const selected = all.filter((template) => kind === undefined || template.kind === kind);
      if (selected.length === 0) {
        throw new UsageError(
          `--kind: there is no ${kind}; name one of ${all.map((template) => template.kind).join(", ")}`,
        );
      }
      const texts = selected.map((template) => {
        const { id, version, scoring } = template;
        const system = scoring === undefined ? "" : `[system] ${scoring.system}\n\n`;
        return `# ${id}@${version}\n\n${system}${printed(template, taskFields(read))}\n`;
      });
      console.log(texts.join("\n"));
    });
}
