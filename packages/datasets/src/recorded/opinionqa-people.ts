import { z } from "zod";
import { DatasetError } from "../files/errors.ts";
import { readJson } from "../files/read-json.ts";
import { type Originals, pathOf } from "./originals.ts";
import { wholeAnswers } from "./whole-answers.ts";

/** What no table holds: people who gave no answer. */
export const REFUSED = "Refused";

/** The groups that models were asked about, by attribute, in the tables' order. */
export const groups = {
  POLPARTY: ["Democrat", "Republican"],
  SEX: ["Male", "Female"],
  RACE: ["White", "Black", "Hispanic", "Asian"],
} as const;

const attributes = ["POLPARTY", "SEX", "RACE"] as const;

export type Attribute = (typeof attributes)[number];

/**
 * How many people of a group gave each answer, in the order that letters count; an answer of nobody
 * is not in it.
 */
export type Answers = ReadonlyMap<string, number>;

/** A question as the people of one attribute's groups answered it. */
export interface Question {
  readonly text: string;
  /**
   * The list of options, split at each comma, also at one inside an answer; some are in quotation
   * marks.
   */
  readonly options: readonly string[];
  readonly answers: (group: string) => Answers;
}

/** The questions of an attribute, by their names, in the file's order. */
export type People = Readonly<Record<Attribute, ReadonlyMap<string, Question>>>;

const question = z.looseObject({ MC_options: z.array(z.string()), question_text: z.string() });
const counts = z.record(z.string(), z.coerce.number().int().positive());

/** What people answered. @throws DatasetError where a file is not of its form or lacks a group */
export function readPeople(originals: Originals): People {
  const questions = (attribute: Attribute): Map<string, Question> => {
    const path = pathOf(originals, `${attribute}_data.json`);
    const questions = readJson(originals.read(path), z.record(z.string(), question));
    return new Map(
      Object.entries(questions).map(([name, entry]) => [name, questionOf(path, entry)]),
    );
  };
  return {
    POLPARTY: questions("POLPARTY"),
    SEX: questions("SEX"),
    RACE: questions("RACE"),
  };
}

function questionOf(path: string, entry: z.infer<typeof question>): Question {
  const { MC_options: options, question_text: text } = entry;
  const answers = (group: string): Answers => {
    const found = counts.safeParse(entry[group]);
    if (found.success) return new Map(Object.entries(found.data));
    throw new DatasetError(`${path} has no counts of ${group} for the question "${text}".`);
  };
  return { text, options, answers };
}

/** `opinionqa-people.csv`: how many people of a group gave an answer. */
export function peopleRows(people: People): (string | number)[][] {
  const rows: (string | number)[][] = [["question", "attribute", "group", "answer", "people"]];
  for (const attribute of attributes) {
    for (const [name, { answers }] of people[attribute]) {
      for (const group of groups[attribute]) {
        for (const [answer, count] of answers(group)) {
          if (answer !== REFUSED) rows.push([name, attribute, group, answer, count]);
        }
      }
    }
  }
  return rows;
}

/**
 * `opinionqa-questions.csv`: each question's answers in the questionnaire's order, those that
 * somebody gave.
 */
export function questionRows(people: People): (string | number)[][] {
  const rows: (string | number)[][] = [["question", "text", "position", "answer"]];
  for (const [name, { text, options }] of people.POLPARTY) {
    for (const [index, answer] of wholeAnswers(name, options, givenTo(people, name)).entries()) {
      rows.push([name, text, index + 1, answer]);
    }
  }
  return rows;
}

/** What people of any group answered to a question. */
function givenTo(people: People, name: string): Set<string> {
  const all = attributes.flatMap((attribute) => {
    const { answers } = questionIn(people, attribute, name);
    return groups[attribute].flatMap((group) => [...answers(group).keys()]);
  });
  return new Set(all.filter((answer) => answer !== REFUSED));
}

/**
 * A question of an attribute. @throws DatasetError where the attribute's file has none of that name
 */
export function questionIn(people: People, attribute: Attribute, name: string): Question {
  const found = people[attribute].get(name);
  if (found === undefined)
    throw new DatasetError(`${attribute}_data.json has no question ${name}.`);
  return found;
}
