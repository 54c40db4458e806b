import { existsSync } from "node:fs";
import { Command } from "commander";
import { findTaskTemplate, taskSchema } from "@promptnce/prompts";
import { checkPlace, replaceFile } from "@promptnce/engine/files";
import { type GivenModel } from "#command";
import { UsageError } from "#command/errors";
import { inputFormat, type TableStart, tableStart } from "@promptnce/rows/input";
import { parseTask } from "@promptnce/rows/tasks";
import { checkOwnFiles, personAtTerminal, shellWord } from "#command/terminal";
import { estimate } from "../estimate/estimate.ts";
import { resultTable } from "../estimate/result-table.ts";
import { askTask, type GivenAnswers, nameOf } from "../task/init-task.ts";
import { exampleAnswers, type TaskAnswers, taskYaml } from "../task/task-yaml.ts";
import { askColumns } from "./ask-columns.ts";
import { type ColumnRoles, type GivenColumns, guessColumns, sureColumns } from "./guess-columns.ts";

export interface StartOptions
  extends
    GivenColumns,
    GivenAnswers,
    Partial<Pick<GivenModel, "provider" | "model" | "baseUrl" | "keyEnv" | "yes">> {
  readonly plural?: string;
  readonly format?: string;
  readonly task?: string;
  readonly force?: true;
}

/** The number of rows estimated first, for inspection before the full run. */
const FIRST = "10";

/**
 * Turns a file of rows into a task, and shows one prompt, the estimates of ten rows, and the
 * command that estimates all rows.
 */
export async function runStart(file: string, options: StartOptions): Promise<void> {
  if (file === "-")
    throw new UsageError("start: standard input holds answers, not rows; name a file");
  const stem = file.replace(/\.\w+$/, "");
  const { x, y, count, plural, task = `${stem}.task.yaml` } = options;
  const read = { path: file, is: "the file the rows come from" };
  checkOwnFiles([{ path: task, option: "--task", is: "the task" }], [read]);
  if (existsSync(task) && options.force !== true) {
    throw new UsageError(`--task: ${task} is there already; name another file, or say --force`);
  }
  checkPlace(task, "task");
  const found = await tableStart(file, inputFormat(file, options.format));
  const guess = guessColumns(file, found, { x, y, count });
  const isInteractive = options.yes !== true && personAtTerminal() !== undefined;
  const roles = isInteractive
    ? await askColumns(found, { x, y, count }, guess.roles)
    : sureColumns(file, guess);
  const knownAnswers = { ...options, fields: roles.x.map(fieldOf) };
  if (isInteractive)
    process.stderr.write("Type phrases of your own; Enter takes the one that is shown.\n");
  const answers = await askTask(
    isInteractive ? knownAnswers : { ...proposed(roles), ...knownAnswers },
    proposed(roles),
  );

  const places = { task, out: `${stem}.pmi.csv`, report: `${stem}.pmi.html` };
  const args = [file, ...estimateOptions({ ...places, ...roles }, found, options)];
  const command = ["promptnce", "estimate", ...args].map(shellWord).join(" ");
  const text = taskYaml(nameOf(task), answers, plural);
  // A line end in a column's name would end the comment.
  replaceFile(task, `${text}\n# Written for:\n#   ${command.replaceAll(/\s+/g, " ")}\n`, "task");
  const counted =
    roles.count === undefined ? "each row is one answer" : `${roles.count} counts people`;
  process.stderr.write(
    `x is ${roles.x.join(" and ")}, y is ${roles.y}, ${counted}. Wrote ${task}.\n`,
  );
  process.stdout.write(`A prompt, as a model gets it:\n\n${firstPrompt(text, found, roles)}\n\n`);
  const program = new Command("promptnce").exitOverride();
  estimate(program);
  await program.parseAsync(["estimate", ...args, "--first", FIRST], { from: "user" });
  process.stdout.write(`\n${await resultTable(places.out, process.stdout.columns || 80)}`);
  process.stdout.write(
    `Look at the page, change ${task} where it is wrong, and give all rows:\n  ${command}\n`,
  );
}

/** The arguments of the `estimate` command. */
function estimateOptions(
  {
    task,
    x,
    y,
    count,
    out,
    report,
  }: ColumnRoles & Readonly<Record<"task" | "out" | "report", string>>,
  { delimiter }: TableStart,
  { format, provider, model, baseUrl, keyEnv, yes }: StartOptions,
): string[] {
  // Columns with the same names as their fields need no option.
  const renamed = x.some((column) => fieldOf(column) !== column)
    ? x.map((column) => `${fieldOf(column)}=${column}`)
    : [];
  const parted = delimiter === "\t" ? String.raw`\t` : delimiter;
  const asking = { provider, model, "base-url": baseUrl, "key-env": keyEnv };
  const words = Object.entries({
    task,
    x: renamed,
    y,
    count,
    format,
    delimiter: parted,
    out,
    report,
    ...asking,
  });
  const options = words.flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((text) => [`--${name}`, text]),
  );
  return yes ? [...options, "--yes"] : options;
}

/**
 * The field of x for a column: the column's name, or `x_` and the name if the prompts reserve it.
 */
function fieldOf(column: string): string {
  const { success } = taskSchema.safeParse({ name: "task", ...exampleAnswers, fields: [column] });
  return success ? column : `x_${column.replaceAll(/[{}=,\p{Cc}]/gu, "").trim()}`;
}

/** Generic phrases that fit any rows, for the user to improve. */
function proposed({ x, y }: ColumnRoles): TaskAnswers {
  const plain = (text: string): string => text.replaceAll(/[{}_\s]+/g, " ").trim();
  const label = plain(y);
  const event = `answers with the ${label} that fits it`;
  return { person: "a person", sees: `ONE ${plain(x.join(" and "))}`, event, label, fields: x };
}

/** The PromptNCE prompt for the first row, with the labels of the first rows as candidates. */
function firstPrompt(yaml: string, { rows }: TableStart, { x: columns, y }: ColumnRoles): string {
  const task = parseTask(yaml, "the task");
  const labels = new Set(
    rows.map((text) => text(y)).filter((label) => label.trim() !== "" && !/\n/.test(label)),
  );
  const x = Object.fromEntries(columns.map((column) => [fieldOf(column), rows[0]?.(column) ?? ""]));
  const question = {
    kind: "open",
    task: task.name,
    x,
    candidates: [...labels].slice(0, 5),
    sample: 0,
  } as const;
  return findTaskTemplate(task)(question).render(question);
}
