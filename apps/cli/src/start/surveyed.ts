import type { Trial } from "@promptnce/core";
import { countText } from "@promptnce/core/errors";
import type { Task } from "@promptnce/prompts";
import type { PreparedRows } from "@promptnce/rows";
import { inputText, tableFile } from "@promptnce/rows/input";
import { preparedStudy, type StudyRows } from "../estimate/prepared-study.ts";

/** The number of pairs estimated first, for inspection before the full run. */
export const SAMPLE = 10;

/** The rows as estimate reads them, with the first pair that can be estimated. */
export interface SurveyedRows extends Omit<PreparedRows, "units"> {
  /** The key of the first x. */
  readonly key: string;
  readonly trial: Trial;
  /** One of the trials that a model is asked about first. */
  readonly asked: Trial;
}

/** Reads all rows as estimate will. @throws DataError or OptionError if it would refuse them */
export async function surveyed(rows: StudyRows, task: Task): Promise<SurveyedRows> {
  using table = await tableFile(rows);
  const prepared = await preparedStudy(table, rows, task);
  const first = await firstOf(prepared.units());
  const sampled = await firstOf(prepared.units({ sample: SAMPLE }));
  if (first === undefined) throw new Error("A survey without a usable row was not refused.");
  const [trial] = first.trials;
  return { ...prepared, key: first.row.key, trial: trial!, asked: sampled?.trials[0] ?? trial! };
}

/** The first unit that is asked about. */
async function firstOf(all: ReturnType<PreparedRows["units"]>) {
  for await (const units of all) {
    const first = units.find(({ trials }) => trials.length > 0);
    if (first !== undefined) return first;
  }
  return undefined;
}

/** The most labels of a sentence. */
const SHOWN = 6;

/** People's shares for the first x, as a sentence; `undefined` if nobody is counted. */
export function sharesText(read: SurveyedRows): string | undefined {
  const { key, trial, survey, task } = read;
  const { people } = survey;
  if (people === undefined) return undefined;
  const { labels } = survey.inContext(trial.context);
  const shares = labels
    .map((label) => ({ label, share: people.conditional(key, label) ?? 0 }))
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share);
  const named = shares.slice(0, SHOWN).map(({ label, share }) => {
    return `${shortened(label)} ${(100 * share).toFixed(1)} %`;
  });
  const others = shares.length > SHOWN ? [`${shares.length - SHOWN} others`] : [];
  const x = shortened(inputText(task.fields, trial.x));
  const shown = [...named, ...others].join(", ");
  return `People's answers to the first x, ${JSON.stringify(x)}: ${shown} ${ofText(read)}.`;
}

/** Of how many people, or of how much weight. */
function ofText({ key, trial, survey, columns }: SurveyedRows): string {
  const { people } = survey;
  const { labels } = survey.inContext(trial.context);
  const given = labels.find((label) => (people?.count(key, label) ?? 0) > 0);
  if (people === undefined || given === undefined) return "of nobody";
  const all = people.count(key, given) / people.conditional(key, given)!;
  if (columns.weight !== undefined) return `of a total weight of ${Number(all.toPrecision(6))}`;
  const number = Math.abs(all - Math.round(all)) < 1e-6 ? Math.round(all) : all;
  if (number === 1) return "of 1 person";
  return `of ${Number.isInteger(number) ? countText(number) : number.toPrecision(6)} people`;
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
