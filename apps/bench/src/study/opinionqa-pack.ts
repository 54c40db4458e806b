import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { type CountedPair, datasetOfCounts } from "@promptnce/datasets";
import { definePack, type Pack } from "@promptnce/prompts/packs";
import { UsageError } from "@promptnce/command/errors";
import { findRecorded, recordedRows } from "./recorded-file.ts";

/** The dataset of people's answers to a survey. */
export const OPINIONQA = "opinionqa";

const PEOPLE = "opinionqa-people";
const QUESTIONS = "opinionqa-questions";

/** Whom the groups of an attribute are among. */
const among: Readonly<Record<string, string>> = {
  POLPARTY: "Democrats and Republicans",
  SEX: "men and women",
  RACE: "White, Black, Hispanic and Asian people",
};

/** A group tells more or less of the answer; the question and its groups are the context. */
const task = {
  name: OPINIONQA,
  person: "an adult in the United States",
  sees: "ONE question of a survey",
  event: "gives one of its answers",
  label: "answer",
  fields: { question: "QUESTION", among: "ASKED AMONG", group: "GROUP OF THE PERSON" },
  given: ["question", "among"],
};

/**
 * What people of different groups answered to the questions of OpinionQA, and the task of asking
 * about them: x is a group, and its question is the context.
 *
 * @throws UsageError without a folder, DataError where its files cannot be read.
 */
export function opinionQaPack(folder: string | undefined): Pack {
  if (folder === undefined) {
    throw new UsageError(
      "--data: opinionqa needs the folder that promptnce datasets fetch opinionqa has written",
    );
  }
  const textColumns = {
    question: "text",
    attribute: "text",
    group: "text",
    answer: "text",
  } as const;
  const people = recordedRows(folder, PEOPLE, { ...textColumns, people: "count" });
  const listed = recordedRows(folder, QUESTIONS, { question: "text", text: "text" });
  const texts = new Map(listed.map(({ question, text }) => [question, text]));
  const pairs = people.map(({ question, attribute, group, answer, ...row }): CountedPair => {
    const x = {
      question: texts.get(question) ?? question,
      among: among[attribute] ?? attribute,
      group,
    };
    return { x, y: answer, count: row.people };
  });
  const sources = [PEOPLE, QUESTIONS].map((name) => sourceOf(findRecorded(folder, name)!));
  const dataset = datasetOfCounts({ name: OPINIONQA, pairs, given: task.given, sources });
  return definePack({ name: OPINIONQA, version: "1", tasks: [task], datasets: [dataset] });
}

function sourceOf(path: string) {
  const bytes = readFileSync(path);
  return { file: basename(path), sha256: hash("sha256", bytes), bytes: bytes.length };
}
