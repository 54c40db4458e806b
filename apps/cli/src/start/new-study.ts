import { basename, dirname, relative } from "node:path";
import { listText, written } from "@promptnce/core/errors";
import { replaceFile } from "@promptnce/engine/files";
import { asFlag } from "#command/errors";
import { type ColumnRoles, labelScale } from "@promptnce/rows/description";
import { layoutOf } from "@promptnce/rows/input";
import { parseTask } from "@promptnce/rows/tasks";
import { say, shellWord } from "#command/start";
import { rowFile } from "../options/row-file.ts";
import { askCodes } from "../table/ask-codes.ts";
import { type Rows, readRows } from "../table/read-rows.ts";
import { refuseOverwriting } from "../table/refuse-overwriting.ts";
import { askTask, missingPhrases, nameOf } from "../task/init-task.ts";
import { taskLines } from "../task/task-yaml.ts";
import { confirmed } from "./confirmed.ts";
import { fieldOf, firstPrompt } from "./first-prompt.ts";
import { proposedPhrases } from "./proposed-phrases.ts";
import { rolesText } from "./roles-text.ts";
import { modelKeys, type Places, type StartOptions } from "./start-options.ts";
import { studyYaml } from "./study-yaml.ts";
import { sharesText, surveyed, type SurveyedRows } from "./surveyed.ts";
import type { StudyRows } from "../estimate/prepared-study.ts";

/** The rows as the study names them. */
interface WrittenRows extends Rows, Pick<StudyRows, "labels"> {
  readonly methods: readonly string[];
}

type StudyOptions = StartOptions & { readonly isAsked: boolean };

/** Writes a new study, and returns one of its prompts. */
export async function writeStudy(
  file: string,
  places: Places,
  options: StudyOptions,
): Promise<string> {
  const { study } = places;
  const { isAsked } = options;
  refuseOverwriting(study, options.force);
  const rows = await readRows(file, places.rows, options);
  const { roles, long, titles } = rows;
  const field = fieldsOf(rows);
  const { adds, option } = layoutOf(roles) ?? {};
  const added = adds === undefined ? [] : [adds];
  const [question, group] = option === "questions" ? [added, []] : [[], added];
  const context = [...question, ...(roles.given ?? []).map(field)];
  const fields = [...question, ...columnsOf(roles).map(field), ...group];
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
  if (isAsked && missingPhrases(given).length > 0) {
    say("Type your own phrases, or press Enter to take the one shown.");
  }
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
  const field = fieldsOf(rows);
  const x = columnsOf(roles).map((column) => `${field(column)}=${column}`);
  return { ...roles, ...layoutIn(rows), x, missing, where };
}

/** The field of each column. */
function fieldsOf({ titles }: Rows): (column: string) => string {
  return (column) => fieldOf(titles.get(column) ?? column);
}

/**
 * The columns of the layout by its option; those of questions have their texts if the header has
 * these in a line of their own.
 */
function layoutIn({ roles, titles }: Rows): Partial<StudyRows["columns"]> {
  const layout = layoutOf(roles);
  if (layout === undefined) return {};
  const { option, columns } = layout;
  const isTitled = option === "questions" && columns.some((column) => titles.has(column));
  const texts = columns.map((column) => [column, titles.get(column) ?? column]);
  return { [option]: isTitled ? Object.fromEntries(texts) : columns };
}

/** `rows` where people are counted by rows that repeat pairs, so that the study says so. */
function countOf(roles: ColumnRoles, { survey }: SurveyedRows): "rows" | undefined {
  const isLaidOut = layoutOf(roles)?.countsRows === true;
  const isOfRows = survey.people !== undefined && roles.weight === undefined && !isLaidOut;
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

/** The labels that codes stand for, if the person says so. */
async function labelsOfCodes(
  { codes, roles }: Rows,
  isAsked: boolean,
): Promise<StudyRows["labels"]> {
  const isRated = codes && labelScale(roles.y ?? "label", new Set(codes))?.isSure;
  return isAsked && codes !== undefined && !isRated ? askCodes(codes) : undefined;
}

/** The study, with paths relative to it. */
function studyText(
  written: WrittenRows,
  task: string,
  { study, out, report }: Places,
  options: StartOptions,
): string {
  const { file, reading, roles, missing, where, labels, methods } = written;
  const { y, count, weight, several } = roles;
  const field = fieldsOf(written);
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
      ...layoutIn(written),
      several,
      ...read,
      where: where && Object.fromEntries(wanted),
      ...reading,
    },
    methods: methods.length > 0 ? methods : undefined,
    model: modelKeys(options),
    output: { out: beside(out), report: beside(report) },
  });
}

/** The columns that a prompt shows: those of the context, then those of x. */
function columnsOf({ x, given = [] }: ColumnRoles): string[] {
  return [...new Set([...given, ...x])];
}
