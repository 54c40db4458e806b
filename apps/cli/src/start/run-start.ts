import { existsSync } from "node:fs";
import { basename, dirname, relative } from "node:path";
import * as clack from "@clack/prompts";
import { Command } from "commander";
import { checkPlace, replaceFile } from "@promptnce/engine/files";
import { UsageError } from "#command/errors";
import { DataError } from "@promptnce/rows/errors";
import {
  inputFormat,
  splitNames,
  tableFile,
  type TableStart,
  tableStart,
} from "@promptnce/rows/input";
import { parseTask } from "@promptnce/rows/tasks";
import { print, say, shellWord } from "#command/start";
import { checkOwnFiles, personAtTerminal } from "#command/terminal";
import { estimate } from "../estimate/estimate.ts";
import { resultTable } from "../estimate/result-table.ts";
import { askTask, nameOf } from "../task/init-task.ts";
import { type TaskAnswers, taskLines } from "../task/task-yaml.ts";
import { askColumns } from "./ask-columns.ts";
import { type BegunStudy, begunStudy, setModel } from "./begun-study.ts";
import { fieldOf, firstPrompt } from "./first-prompt.ts";
import { type ColumnRoles, type GivenColumns, guessColumns, sureColumns } from "./guess-columns.ts";
import { labelScale, someLabels } from "./label-scale.ts";
import type { Places, StartOptions } from "./start-options.ts";
import { studyYaml } from "./study-yaml.ts";
import { tidying, tidyingText, writeTidied } from "./tidy-rows.ts";

/** The number of rows estimated first, for inspection before the full run. */
const SAMPLE = "10";

/** A file of rows as it is read by start, and by the study that start writes. */
interface Rows extends TableStart {
  readonly file: string;
  readonly format: string | undefined;
  readonly roles: ColumnRoles;
}

/** From a file of rows to a study, one of its prompts, and the estimates of ten rows. */
export async function runStart(file: string, options: StartOptions): Promise<void> {
  const places = placesFor(file, options);
  const { study } = places;
  const isAsked = options.yes !== true && personAtTerminal() !== undefined;
  const begun = options.force ? undefined : begunStudy(file, places, options);
  const prompt =
    begun === undefined
      ? await writeStudy(file, places, { ...options, isAsked })
      : await goOn(begun, places, options);
  print(`A prompt, as a model gets it:\n\n${prompt}\n\n`);
  const command = `promptnce estimate ${shellWord(study)}`;
  if (isAsked && !(await confirmed("Is this right? The prompt is sent as it is.", true))) {
    say(`Change ${study}, and run it:\n  ${command} --sample ${SAMPLE}`);
    return;
  }
  const program = new Command("promptnce").exitOverride();
  estimate(program);
  const words = ["estimate", study, "--sample", SAMPLE, ...(options.yes ? ["--yes"] : [])];
  await program.parseAsync(words, { from: "user" });
  process.stdout.write(`\n${await resultTable(places.out, process.stdout.columns || 80)}`);
  print(
    `Look at the page, change ${study} where it is wrong, and estimate all rows:\n  ${command}`,
  );
}

type Asking = StartOptions & { readonly isAsked: boolean };

/** Writes a new study, and returns one of its prompts. */
async function writeStudy(file: string, places: Places, options: Asking): Promise<string> {
  const { study } = places;
  const { isAsked } = options;
  refuseOverwriting(study, options.force);
  const rows = await readRows(file, places.rows, options);
  const { roles } = rows;
  const given = { ...options, fields: fieldsOf(roles) };
  if (isAsked) say("Type your own phrases, or press Enter to take the one shown.");
  const proposals = proposed(roles);
  const answers = await askTask(isAsked ? given : { ...proposals, ...given }, proposals);
  const scale = await scaleOf(rows, study, isAsked);
  const { plural } = options;
  const context = roles.given?.map(fieldOf);
  const task = taskLines(nameOf(file), answers, { plural, given: context, scale });
  replaceFile(study, studyText(rows, task, places, options), "study");
  say(`${rolesText(roles)} Wrote ${study}.`);
  const fields = columnsOf(roles).map((column) => ({ field: fieldOf(column), column }));
  return firstPrompt(parseTask(task, "the task"), rows, { fields, y: roles.y });
}

/** Takes up a study whose first run did not end, and returns one of its prompts. */
async function goOn(begun: BegunStudy, { study }: Places, options: StartOptions): Promise<string> {
  const { rows, format, task } = begun;
  setModel(study, options);
  say(
    `${study} is there already, and its first run did not come to an end: this goes on with it. To begin anew, say --force.`,
  );
  return firstPrompt(task, await tableStart(rows, inputFormat(rows, format)), begun);
}

/** The labels in the order of their scale, if they are surely one or the person says so. */
async function scaleOf(
  { file, format, delimiter, roles }: Rows,
  study: string,
  isAsked: boolean,
): Promise<readonly string[] | undefined> {
  const { y } = roles;
  using table = await tableFile({ path: file, format: inputFormat(file, format), delimiter });
  const scale = labelScale(y, await someLabels(table, y));
  if (scale === undefined) return undefined;
  const { labels, isSure } = scale;
  const order = labels.join(", ");
  if (isAsked) {
    const question = `Are the labels a scale, in this order: ${order}?`;
    return (await confirmed(question, isSure)) ? labels : undefined;
  }
  if (!isSure) {
    say(
      `${y} holds ${order}. If these are a scale, and no codes, list them as labels in ${study}, with "ordered: true".`,
    );
    return undefined;
  }
  say(`${y} is a scale, in this order: ${order}.`);
  return labels;
}

/** Where the files go. @throws UsageError for a file that would be overwritten */
function placesFor(file: string, { study: named }: StartOptions): Places {
  if (file === "-")
    throw new UsageError("start: standard input holds answers, not rows; name a file");
  const stem = file.replace(/\.\w+$/, "");
  const study = named ?? `${stem}.study.yaml`;
  const read = { path: file, is: "the file the rows come from" };
  checkOwnFiles([{ path: study, option: "--study", is: "the study" }], [read]);
  checkPlace(study, "study");
  return {
    study,
    rows: `${stem}.rows.csv`,
    out: `${stem}.pmi.csv`,
    report: `${stem}.pmi.html`,
  };
}

function refuseOverwriting(path: string, force: true | undefined): void {
  if (!existsSync(path) || force === true) return;
  throw new UsageError(`--study: ${path} is there already; name another file, or say --force`);
}

/**
 * The rows with the role of each column; a table that estimate cannot read is written anew to
 * `tidied`.
 */
async function readRows(file: string, tidied: string, options: Asking): Promise<Rows> {
  const format = inputFormat(file, options.format);
  const found = await tableStart(file, format);
  const { y, count, weight, isAsked } = options;
  const whole = (list?: readonly string[]): readonly string[] | undefined =>
    list?.flatMap((text) => splitNames(text, found.columns));
  const [x, wide, given] = [options.x, options.wide, options.given].map(whole);
  if (wide !== undefined && (y !== undefined || count !== undefined)) {
    throw new UsageError("--wide: names the labels and their counts, so leave out --y and --count");
  }
  const named = { x, y, count, weight, wide, given };
  const roles = isAsked
    ? await askRoles(file, found, named)
    : sureColumns(file, guessColumns(file, found, named));
  const tidy = tidying(file, found, roles);
  if (tidy === undefined) return { ...found, file, format: options.format, roles };
  refuseOverwriting(tidied, options.force);
  const { delimiter, columns } = found;
  await writeTidied({ path: file, format, delimiter }, tidied, columns, { ...tidy, roles });
  say(
    [...tidyingText(found, tidy), `Wrote ${tidied}, which is read instead of ${file}.`].join("\n"),
  );
  const written = await tableStart(tidied, "csv");
  return { ...written, file: tidied, format: undefined, roles };
}

async function askRoles(
  file: string,
  found: TableStart,
  named: GivenColumns,
): Promise<ColumnRoles> {
  const guess = guessColumns(file, found, named);
  if (guess.wide === undefined || !(await isWide(guess.wide)))
    return askColumns(found, named, guess);
  const wide = { ...named, wide: guess.wide };
  return askColumns(found, wide, guessColumns(file, found, wide));
}

function isWide(columns: readonly string[]): Promise<boolean> {
  const names = columns.join(", ");
  return confirmed(
    `Is each of these columns a label, and its numbers how many people gave it: ${names}?`,
    false,
  );
}

async function confirmed(message: string, initialValue: boolean): Promise<boolean> {
  const answer = await clack.confirm({ message, initialValue, output: process.stderr });
  if (clack.isCancel(answer)) throw new DataError("Stopped: no model was asked.");
  return answer;
}

function rolesText({ x, y, count, weight, given = [] }: ColumnRoles): string {
  const counted = count === undefined ? "each row is one answer" : `${count} counts people`;
  const weighed = weight === undefined ? "" : `, ${weight} weighs rows`;
  const context = given.length === 0 ? "" : `, the context is ${given.join(" and ")}`;
  return `x is ${x.join(" and ")}, y is ${y}, ${counted}${weighed}${context}.`;
}

/** The study, with paths relative to it. */
function studyText(
  { file, format, delimiter, roles }: Rows,
  task: string,
  { study, out, report }: Places,
  { provider, model, baseUrl, keyEnv }: StartOptions,
): string {
  const { y, count, weight } = roles;
  const beside = (path: string): string => relative(dirname(study), path);
  const columns = columnsOf(roles);
  // Columns with the same names as their fields need no option.
  const isRenamed = columns.some((column) => fieldOf(column) !== column);
  const x = isRenamed ? columns.map((one) => `${fieldOf(one)}=${one}`) : undefined;
  return studyYaml(basename(study), {
    rows: beside(file),
    task,
    data: { x, y, count, weight, format, delimiter },
    model: { provider, model, baseUrl, keyEnv },
    output: { out: beside(out), report: beside(report) },
  });
}

/** The columns that a prompt shows: those of the context, then those of x. */
function columnsOf({ x, given = [] }: ColumnRoles): string[] {
  return [...new Set([...given, ...x])];
}

function fieldsOf(roles: ColumnRoles): string[] {
  return columnsOf(roles).map(fieldOf);
}

/** Generic phrases that fit any rows, for the user to improve. */
function proposed(roles: ColumnRoles): TaskAnswers {
  const plain = (text: string): string => text.replaceAll(/[{}_\s]+/g, " ").trim();
  const label = plain(roles.y);
  const event = `answers with the ${label} that fits it`;
  const sees = `ONE ${plain(roles.x.join(" and "))}`;
  return { person: "a person", sees, event, label, fields: fieldsOf(roles) };
}
