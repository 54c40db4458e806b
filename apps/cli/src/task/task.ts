import type { Command } from "commander";
import type { InitOptions } from "./init-task.ts";
import { examples } from "../terminal/examples.ts";

const INIT_EXAMPLES = `
What is not given is asked for, where there is a terminal. With a file of rows at hand, promptnce start
asks less: it knows the columns.

Examples:
  promptnce task init moods.yaml
  promptnce task init queues.yaml --person "an agent of a help desk" --sees "ONE message of a customer" \\
    --fields message --event "puts it into the queue where it belongs" --label queue
  promptnce task init --example > moods.yaml`;

/** `task`: a task of one's own, in words. */
export function task(parent: Command): void {
  const group = parent
    .command("task")
    .description("write, check and show a task of your own: from a few phrases to all prompts");
  group.addHelpText(
    "after",
    examples("task init moods.yaml", "task check moods.yaml", "task show moods.yaml --kind open"),
  );
  init(group);
  check(group);
  show(group);
}

function init(group: Command): void {
  const list = (text: string): string[] => text.split(",").map((name) => name.trim());
  const command = group
    .command("init")
    .description("ask five questions and write the task as YAML")
    .argument("[file]", "the YAML file to write", "task.yaml")
    .option("--fields <names>", "the columns that hold what is shown, by commas", list);
  phraseOptions(command)
    .option("--example", "print a whole task to change, and write nothing")
    .option("--force", "write over a file that is there")
    .addHelpText("after", INIT_EXAMPLES)
    .action(async (file: string, options: InitOptions) => {
      const { initTask } = await import("./init-task.ts");
      await initTask(file, options);
    });
}

/** The phrases that a task is made of, as options. */
export function phraseOptions(command: Command): Command {
  return command
    .option("--person <phrase>", "who is observed, with the article")
    .option("--sees <phrase>", "what they are shown")
    .option("--event <phrase>", "what they then do")
    .option("--label <phrase>", "what a label is, in the singular")
    .option("--plural <phrase>", "its plural, where it is not the label with an s");
}

function check(group: Command): void {
  group
    .command("check")
    .description("say whether a task is right, and what is wrong where")
    .argument("<file>", "a YAML file")
    .addHelpText("after", examples("task check moods.yaml"))
    .action(async (file: string) => {
      const { taskFields, taskTemplates } = await import("@promptnce/prompts");
      const { readTask } = await import("@promptnce/rows");
      const read = readTask(file);
      const { name, labels, examples } = read;
      const facts = [
        `fields ${taskFields(read).join(", ")}`,
        labels === undefined ? "labels those of the rows" : `${labels.length} labels`,
        examples === undefined ? "examples from the rows" : `${examples.length} examples`,
        `${taskTemplates(read).length} prompts`,
      ];
      console.log(`${file} is right: the task ${name}, ${facts.join(", ")}.`);
    });
}

function show(group: Command): void {
  group
    .command("show")
    .description("print the prompts a task makes, {placeholders} in braces")
    .argument("<file>", "a YAML file")
    .option("--kind <name>", "one of them: pmi, conditional, marginal, grounded, closed, open, likelihood")
    .option("--structured", "the wordings for replies that are held to a JSON schema")
    .addHelpText(
      "after",
      examples(
        "task show moods.yaml",
        "task show moods.yaml --kind grounded",
        "task show moods.yaml --kind open --structured",
      ),
    )
    .action(async (file: string, { kind, structured }: { kind?: string; structured?: true }) => {
      const { printed, taskFields, taskTemplates } = await import("@promptnce/prompts");
      const { UsageError } = await import("@promptnce/providers/choose");
      const { readTask } = await import("@promptnce/rows");
      const read = readTask(file);
      const all = taskTemplates(read, structured ? "structured" : "faithful");
      const wanted = all.filter((template) => kind === undefined || template.kind === kind);
      if (wanted.length === 0) {
        throw new UsageError(`--kind: there is no ${kind}; name one of ${all.map((one) => one.kind).join(", ")}`);
      }
      const texts = wanted.map((template) => {
        const { id, version, scoring } = template;
        const system = scoring === undefined ? "" : `[system] ${scoring.system}\n\n`;
        return `# ${id}@${version}\n\n${system}${printed(template, taskFields(read))}\n`;
      });
      console.log(texts.join("\n"));
    });
}
