import type { ColumnRoles } from "@promptnce/rows/description";
import type { TaskAnswers } from "../task/task-yaml.ts";

/** Generic phrases that fit any rows, for the user to improve, and the plural if it is irregular. */
export interface ProposedPhrases extends Omit<TaskAnswers, "fields"> {
  readonly plural?: string | undefined;
}

/**
 * The phrases of a task by the names of the columns. A column that is named by a question or a code
 * gives no word for a sentence: its label is an answer.
 *
 * @param titles The texts of columns that are named by codes.
 */
export function proposedPhrases(
  { x: columns, y: column, questions, groups, given = [] }: ColumnRoles,
  titles: ReadonlyMap<string, string> = new Map(),
): ProposedPhrases {
  const x = columns.map((name) => titles.get(name) ?? name);
  const y = column === undefined ? undefined : (titles.get(column) ?? column);
  const label = labelOf(y, questions);
  const areShown = given.some((name) => QUESTION_WORDS.has(nounOf(name) ?? ""));
  const plural = pluralOf(label);
  const ofLabel = { label, ...(plural !== `${label}s` && { plural }) };
  if (areShown && x.length > 0 && x.every(isWho)) return { ...OF_SURVEY, ...ofLabel };
  const areAsked = questions !== undefined || areShown;
  const event = areAsked ? "answers the question" : eventOf(y, label);
  const nouns = x.map(nounOf);
  const seen = nouns.includes(undefined) ? "text" : nouns.join(" and ");
  const own = x.some(isQuestion) ? "what ONE person said" : `ONE ${seen}`;
  const grouped = x.length === 0 ? GROUP : `${own} and ${GROUP}`;
  const sees = groups === undefined ? own : grouped;
  return { person: "a person", sees, event, ...ofLabel };
}

/** Words for a column whose cells are the questions of a survey. */
const QUESTION_WORDS: ReadonlySet<string> = new Set(["question", "item", "survey question"]);

/** Words for a column that says who answered. */
const WHO = /^(?:persona|profile|respondent|participant|(?:sub)?group|demographics?)s?$/i;

/** The phrases of a survey whose rows say who answered which question. */
const OF_SURVEY = {
  person: "a person like the one described",
  sees: "ONE question",
  event: "chooses one of its answers",
} as const;

function isWho(column: string): boolean {
  return WHO.test(nounOf(column) ?? "");
}

/** What people see of a table with a column for each group of people. */
const GROUP = "the ONE group that they belong to";

function labelOf(y: string | undefined, questions: ColumnRoles["questions"]): string {
  if (questions !== undefined) return "answer";
  return y === undefined ? "label" : (nounOf(y) ?? "answer");
}

function eventOf(y: string | undefined, label: string): string {
  return y !== undefined && isQuestion(y)
    ? `answers the question "${plain(y)}"`
    : `answers with the ${label} that fits it`;
}

/** Words of tools for what people gave, in the singular. */
const SINGULAR: ReadonlyMap<string, string> = new Map([
  ["accept", "answer"],
  ["answers", "answer"],
  ["choices", "choice"],
  ["labels", "label"],
  ["responses", "response"],
]);

/** The name of a column as a noun; `undefined` for a question or a code. */
function nounOf(name: string): string | undefined {
  // The path of a nested value ends with its name.
  const text = plain(
    /^[\w-]+(?:\.[\w-]+)+$/.test(name) ? name.slice(name.lastIndexOf(".") + 1) : name,
  );
  if (text === "" || isQuestion(name) || isCode(text)) return undefined;
  const noun = /^[A-Z][a-z]*(?: [a-z]+)*$/.test(text) ? text.toLowerCase() : text;
  return SINGULAR.get(noun) ?? noun;
}

/** Whether a column is named by a question or a sentence. */
function isQuestion(name: string): boolean {
  return /\?|:$/.test(name) || name.trim().split(/\s+/).length > 4;
}

/** Whether a name is a code, such as `q12`, `V3_b`, `tgt`: with digits, or without a vowel. */
function isCode(name: string): boolean {
  return /\d/.test(name) || /^[b-df-hj-np-tv-xz ]+$/i.test(name);
}

function plain(name: string): string {
  return name.replaceAll(/[{}_\s]+/g, " ").trim();
}

/** The plural of an English noun. */
function pluralOf(noun: string): string {
  if (/(?:s|x|z|ch|sh)$/i.test(noun)) return `${noun}es`;
  return /[^aeiou\W]y$/i.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
