import { existsSync } from "node:fs";
import { basename, dirname, relative } from "node:path";
import * as clack from "@clack/prompts";
import { Command } from "commander";
import { listText, written } from "@promptnce/core/errors";
import { checkPlace, replaceFile } from "@promptnce/engine/files";
import { asFlag, UsageError } from "#command/errors";
import {
  type ColumnRoles,
  describeTable,
  type GivenReading,
  labelScale,
  type TableDescription,
} from "@promptnce/rows/description";
import { DataError } from "@promptnce/rows/errors";
import {
  firstRows,
  laidOut,
  type RowFile,
  splitNames,
  tableFile,
  type TableStart,
  tableStart,
} from "@promptnce/rows/input";
import { parseTask } from "@promptnce/rows/tasks";
import { print, say, shellWord } from "#command/start";
import { checkOwnFiles, personAtTerminal } from "#command/terminal";
import { estimate } from "../estimate/estimate.ts";
import { type ReadingValues, readingOf } from "../options/reading-options.ts";
import { rowFile } from "../options/row-file.ts";
import { askTask, nameOf } from "../task/init-task.ts";
import { taskLines } from "../task/task-yaml.ts";
import { askCodes, codesIn } from "./ask-codes.ts";
import { askColumns } from "./ask-columns.ts";
import { askDoubts, type ChosenReading } from "./ask-doubts.ts";
import { foundModels } from "../models/found-models.ts";
import { askModel } from "./ask-model.ts";
import { type BegunStudy, begunStudy, setModel } from "./begun-study.ts";
import { writeExample } from "./example-rows.ts";
import { fieldOf, firstPrompt } from "./first-prompt.ts";
import { proposedPhrases } from "./proposed-phrases.ts";
import { describing, refuseDoubts } from "./refuse-doubts.ts";
import { rolesText } from "./roles-text.ts";
import { EXAMPLE_NAMES, type Places, type StartOptions } from "./start-options.ts";
import { studyYaml } from "./study-yaml.ts";
import { SAMPLE, sharesText, type StudyRows, surveyed, type SurveyedRows } from "./surveyed.ts";
import { tidyingText, untidyNumbers, writeTidied } from "./tidy-rows.ts";

/** A file of rows as the study will read it. */
interface Rows {
  readonly file: string;
  readonly reading: ReadingValues;
  readonly roles: ColumnRoles;
  /** The texts that stand for no answer, besides the usual ones. */
  readonly missing?: readonly string[] | undefined;
  /** Whether labels are texts of several lines. */
  readonly long: boolean;
  /** Why the columns have these roles, where that is not plain. */
  readonly evidence: TableDescription["evidence"];
  /** The values that a row must have to be read. */
  readonly where?: StartOptions["where"];
  /** The texts of columns whose names are codes, by a second line of the header. */
  readonly titles: ReadonlyMap<string, string>;
  /** The labels, if these may be codes. */
  readonly codes?: readonly string[] | undefined;
}

/** The rows as the study names them. */
interface WrittenRows extends Rows, Pick<StudyRows, "labels"> {
  readonly methods: readonly string[];
}

/** From a file of rows to a study, one of its prompts, and the estimates of ten rows. */
export async function runStart(named: string | undefined, said: StartOptions): Promise<void> {
  const { example } = said;
  const file = named ?? (example && `${example}.csv`);
  if (file === undefined) throw new UsageError(NO_ROWS);
  const places = placesFor(file, said);
  const given = example === undefined ? said : writeExample(example, file, said);
  const { study } = places;
  const isAsked = given.yes !== true && personAtTerminal() !== undefined;
  const begun = given.force ? undefined : begunStudy(file, places, given);
  const isOpen = isAsked && begun === undefined && (given.model ?? given.provider) === undefined;
  const options = isOpen ? { ...given, ...(await askModel(await foundModels())) } : given;
  const prompt =
    begun === undefined
      ? await writeStudy(file, places, { ...options, isAsked })
      : await goOn(begun, places, options);
  print(`A prompt, as the model gets it:\n\n${prompt}\n\n`);
  const command = `promptnce estimate ${shellWord(study)}`;
  if (isAsked && !(await confirmed("Is this right? The prompt is sent as it is.", true))) {
    say(`Change ${study}, and run it:\n  ${command} --sample ${SAMPLE}`);
    return;
  }
  const program = new Command("promptnce").exitOverride();
  estimate(program);
  const words = ["estimate", study, "--sample", String(SAMPLE), ...(options.yes ? ["--yes"] : [])];
  await program.parseAsync(words, { from: "user" });
  print(
    `\nLook at the page, correct ${study} where it is wrong, and estimate all rows:\n  ${command}`,
  );
}

const NO_ROWS = `start: name a file of rows, or an example to play with: --example ${listText(EXAMPLE_NAMES, "or")}`;

type StudyOptions = StartOptions & { readonly isAsked: boolean };

/** Writes a new study, and returns one of its prompts. */
async function writeStudy(file: string, places: Places, options: StudyOptions): Promise<string> {
  const { study } = places;
  const { isAsked } = options;
  refuseOverwriting(study, options.force);
  const rows = await readRows(file, places.rows, options);
  const { roles, long, titles } = rows;
  const field = fieldsOf(rows);
  const context = [...ofQuestions(roles), ...(roles.given ?? []).map(field)];
  const fields = [...ofQuestions(roles), ...columnsOf(roles).map(field)];
  const proposals = { ...proposedPhrases(roles, titles), fields };
  const extras = { plural: proposals.plural, given: context, long, several: roles.several };
  const labels = options.labels ?? (await labelsOfCodes(rows, isAsked));
  const studied = { ...rowFile(rows.file, rows.reading), labels, columns: studyColumns(rows) };
  const proposed = parseTask(taskLines(nameOf(file), proposals, extras), "the task");
  const read = await surveyed(studied, proposed);
  const notes = read.notes.map((note) => written(note, asFlag));
  say([rolesText(rows, read), ...notes, sharesText(read)].filter(Boolean).join("\n"));
  const several = givesSeveral(read);
  const given = { ...options, fields };
  if (isAsked) say("Type your own phrases, or press Enter to take the one shown.");
  const answers = await askTask(isAsked ? given : { ...proposals, ...given }, proposals);
  const scale = await scaleOf({ ...rows, labels }, read, study, isAsked);
  const plural =
    options.plural ?? (answers.label === proposals.label ? proposals.plural : undefined);
  const task = taskLines(nameOf(file), answers, { ...extras, plural, scale, several });
  const methods = read.methods.map(({ id }) => id).filter((id) => id !== "promptnce");
  const counted = { ...roles, count: roles.count ?? countOf(roles, read) };
  const said = { ...rows, roles: counted, methods, labels };
  replaceFile(study, studyText(said, task, places, options), "study");
  if (methods.length > 0) say(ungroundedText(read.survey));
  say(`Wrote ${study}.`);
  const final = parseTask(task, "the task");
  // Labels that are listed give other candidate sets.
  const { asked } = scale === undefined ? read : await surveyed(studied, final);
  return firstPrompt(final, asked);
}

/** The columns of the study's rows. */
function studyColumns(rows: Rows): StudyRows["columns"] {
  const { roles, missing, where } = rows;
  const { y, count, weight, given, raters, wide, several } = roles;
  const field = fieldsOf(rows);
  const named = columnsOf(roles).map((column) => `${field(column)}=${column}`);
  const questions = questionsOf(rows);
  return { x: named, y, count, weight, given, raters, questions, wide, several, missing, where };
}

/** The field of each column. */
function fieldsOf({ titles }: Rows): (column: string) => string {
  return (column) => fieldOf(titles.get(column) ?? column);
}

/** The columns of questions, with their texts if the header has these in a line of their own. */
function questionsOf({ roles, titles }: Rows): Questions {
  const { questions } = roles;
  if (questions?.some((column) => titles.has(column)) !== true) return questions;
  return Object.fromEntries(questions.map((column) => [column, titles.get(column) ?? column]));
}

type Questions = StudyRows["columns"]["questions"];

/** The field of the question, if each question has a column. */
function ofQuestions({ questions }: ColumnRoles): readonly string[] {
  return questions === undefined ? [] : ["question"];
}

/** `rows` where people are counted by rows that repeat pairs, so that the study says so. */
function countOf(
  { weight, raters, wide }: ColumnRoles,
  { survey }: SurveyedRows,
): "rows" | undefined {
  const isOfRows =
    survey.people !== undefined && weight === undefined && (raters ?? wide) === undefined;
  return isOfRows ? "rows" : undefined;
}

/** Whether a person gave several labels, so that shares sum to more than one. */
function givesSeveral({ survey }: SurveyedRows): boolean {
  const shares = survey.people?.marginal.values() ?? [];
  return Iterator.from(shares).reduce((sum, share) => sum + share, 0) > 1 + 1e-9;
}

/** A sentence on the method of rows with too few inputs for a grounded base rate. */
function ungroundedText({ inputs }: SurveyedRows["survey"]): string {
  return `The method is promptnce:ungrounded: a grounded base rate shows 4 pairs with distinct inputs, and the rows have ${inputs}.`;
}

/** Takes up a study whose first run did not end, and returns one of its prompts. */
async function goOn(begun: BegunStudy, { study }: Places, options: StartOptions): Promise<string> {
  const { rows, task } = begun;
  setModel(study, options);
  say(
    `${study} is there already, and its first run did not come to an end: this goes on with it. To begin anew, say --force.`,
  );
  return firstPrompt(task, (await surveyed(rows, task)).asked);
}

/** The labels in the order of their scale, if they are surely one or the person says so. */
async function scaleOf(
  { roles, codes, labels: codebook }: Rows & Pick<StudyRows, "labels">,
  { survey }: SurveyedRows,
  study: string,
  isAsked: boolean,
): Promise<readonly string[] | undefined> {
  const y = roles.y ?? "label";
  const scale = labelScale(y, new Set(survey.labels));
  const areCodes = codes !== undefined && codebook === undefined && !isAsked;
  if (areCodes && scale?.isSure !== true) say(codesText(y, codes));
  if (scale === undefined) return undefined;
  const { labels, isSure } = scale;
  const order = labels.join(", ");
  if (isAsked) {
    const question = `Are the labels a scale, in this order: ${order}?`;
    return (await confirmed(question, isSure)) ? labels : undefined;
  }
  if (!isSure) {
    say(
      `${y} holds ${order}. If these are a scale, list them as labels in ${study}, with "ordered: true".`,
    );
    return undefined;
  }
  say(`${y} is a scale, in this order: ${order}.`);
  return labels;
}

/** What to say of labels that may be codes. */
function codesText(y: string, codes: readonly string[]): string {
  return `${y} holds ${listText(codes, "and")}. If these are codes, say what each stands for, as --labels ${shellWord(`${codes[0]}=LABEL`)}.`;
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
async function readRows(file: string, tidied: string, options: StudyOptions): Promise<Rows> {
  const { format, ...reading } = rowFile(file, options);
  const found = await startOf({ ...reading, path: file, format }, options);
  const { y, count, weight, several, isAsked } = options;
  const whole = (list?: readonly string[]): readonly string[] | undefined =>
    list?.flatMap((text) => splitNames(text, found.columns));
  const [x, wide, given] = [options.x, options.wide, options.given].map(whole);
  const raters = options.raters && whole(options.raters);
  const questions = options.questions && whole(options.questions);
  const { header, where } = options;
  const hasCodes = typeof options.labels === "object";
  // Codes that no codebook lists are left out, and need no further question.
  const missing = options.missing ?? (hasCodes ? [] : undefined);
  const layout = { wide, raters, questions, several };
  const named = { x, y, count, weight, given, ...layout, missing, header };
  const asked: ChosenReading = isAsked ? await askLayout(file, found, named) : named;
  const { where: left, ...laidOut } = asked;
  if (laidOut.header !== header || left !== undefined) {
    const chosen = left === undefined ? where : { ...where, ...entryOf(left) };
    return readRows(file, tidied, { ...options, ...laidOut, ...(chosen && { where: chosen }) });
  }
  const described = isAsked ? await askRoles(found, laidOut) : sureReading(file, found, laidOut);
  const { roles, evidence, columns } = described;
  const labels = columns.find(({ name }) => name === roles.y)?.values ?? new Map<string, number>();
  const long = [...labels.keys()].some((label) => label.includes("\n"));
  const numbers = untidyNumbers(file, found, roles);
  const { delimiter } = found;
  const codes = codesIn(columns, roles);
  const titles = await titlesOf({ ...reading, path: file, format });
  const rows = { roles, evidence, missing: described.missing, long, codes, where, titles };
  if (numbers.length === 0) return { ...rows, file, reading: { ...readingOf(options), delimiter } };
  refuseOverwriting(tidied, options.force);
  await writeTidied({ ...reading, format, delimiter }, tidied, found.columns, numbers);
  say(
    [...tidyingText(found, numbers), `Wrote ${tidied}, which is read instead of ${file}.`].join(
      "\n",
    ),
  );
  return { ...rows, file: tidied, reading: {} };
}

/** The first rows that are to be read. */
async function startOf(file: RowFile, { where }: StartOptions): Promise<TableStart> {
  const { path, format, ...reading } = file;
  const found = await tableStart(path, format, reading);
  if (where === undefined) return found;
  using table = await tableFile({ ...file, delimiter: found.delimiter ?? file.delimiter });
  return { ...found, ...(await firstRows(laidOut(table, { where }))) };
}

/** The texts below the names of columns, in the second line of a header of several. */
async function titlesOf(file: RowFile): Promise<Rows["titles"]> {
  const { path, format, ...reading } = file;
  if (typeof reading.header !== "number" || reading.header < 2) return new Map();
  const { columns, rows } = await tableStart(path, format, { ...reading, header: 1 });
  const titles = columns.map((column) => [column, rows[0]?.(column).trim() ?? ""] as const);
  return new Map(titles.filter(([column, title]) => column !== "" && isSentence(title)));
}

/** Whether a text is a question or a sentence, and not a word of a tool such as `Response`. */
function isSentence(text: string): boolean {
  return text.split(/\s+/).length > 3 && !text.startsWith("{");
}

/** The labels that codes stand for, if the person says so. */
async function labelsOfCodes(
  { codes, roles }: Rows,
  isAsked: boolean,
): Promise<StudyRows["labels"]> {
  const isRated = codes && labelScale(roles.y ?? "label", new Set(codes))?.isSure;
  return isAsked && codes !== undefined && !isRated ? askCodes(codes) : undefined;
}

type SureReading = TableDescription & Pick<Rows, "roles" | "missing">;

/** The description of a table that can be read in one way. @throws UsageError for any other */
function sureReading(file: string, found: TableStart, named: GivenReading): SureReading {
  const described = describing(file, () => describeTable(found, named));
  refuseDoubts(file, described);
  const { x = [] } = described.roles;
  return { ...described, roles: { ...described.roles, x }, missing: named.missing };
}

/** `COLUMN=VALUE` as an entry. */
function entryOf(text: string): Record<string, string> {
  const at = text.indexOf("=");
  return { [text.slice(0, at)]: text.slice(at + 1) };
}

/** What the person says about the layout of a table. */
function askLayout(file: string, found: TableStart, named: GivenReading): Promise<ChosenReading> {
  describing(file, () => describeTable(found, named));
  return askDoubts(found, named);
}

async function askRoles(found: TableStart, laidOut: GivenReading): Promise<SureReading> {
  const roles = await askColumns(found, laidOut, describeTable(found, laidOut));
  const known: GivenReading = { ...laidOut, ...roles, count: roles.count ?? false };
  const { where: _, ...given } = await askDoubts(found, known);
  return { ...describeTable(found, given), roles, missing: given.missing };
}

async function confirmed(message: string, initialValue: boolean): Promise<boolean> {
  const answer = await clack.confirm({ message, initialValue, output: process.stderr });
  if (clack.isCancel(answer)) throw new DataError("Stopped: no model was asked.");
  return answer;
}

/** The study, with paths relative to it. */
function studyText(
  written: WrittenRows,
  task: string,
  { study, out, report }: Places,
  { provider, model, baseUrl, keyEnv }: StartOptions,
): string {
  const { file, reading, roles, missing, where, labels, methods } = written;
  const { y, count, weight, raters, wide, several } = roles;
  const field = fieldsOf(written);
  const questions = questionsOf(written);
  const read = { missing: missing?.length === 0 ? undefined : missing, labels };
  const wanted = Object.entries(where ?? {}).map(([column, values]) => {
    const [first, ...others] = [values].flat();
    return [column, others.length === 0 ? first : values];
  });
  const beside = (path: string): string => relative(dirname(study), path);
  const columns = columnsOf(roles);
  // Columns with the same names as their fields need no option.
  const isRenamed = columns.some((column) => field(column) !== column);
  const x = isRenamed ? columns.map((one) => `${field(one)}=${one}`) : undefined;
  return studyYaml(basename(study), {
    rows: beside(file),
    task,
    data: {
      x,
      y,
      count,
      weight,
      raters,
      questions,
      wide,
      several,
      ...read,
      where: where && Object.fromEntries(wanted),
      ...reading,
    },
    methods: methods.length > 0 ? methods : undefined,
    model: { provider, model, baseUrl, keyEnv },
    output: { out: beside(out), report: beside(report) },
  });
}

/** The columns that a prompt shows: those of the context, then those of x. */
function columnsOf({ x, given = [] }: ColumnRoles): string[] {
  return [...new Set([...given, ...x])];
}
