import { z } from "zod";
import { DatasetError } from "../files/errors.ts";
import {
  type Answers,
  type Attribute,
  groups,
  type People,
  peopleRows,
  questionIn,
  questionRows,
  readPeople,
  REFUSED,
} from "./opinionqa-people.ts";
import { readJson } from "../files/read-json.ts";
import type { Originals, Tables } from "./originals.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** What the originals' folders call a way of asking, and what the table does. */
const ways = new Map([
  ["express_distribution", "verbal"],
  ["sequence", "samples"],
  ["model_logprobs", "logprobs"],
]);

/**
 * A model's replies about one group to all questions, or about people in general (task0, whose
 * answers are listed like those of a group).
 */
interface Results {
  readonly path: string;
  readonly model: string;
  readonly way: string;
  readonly task: "task0" | "task1";
  readonly attribute: Attribute;
  readonly group: string;
}

/** By letter; an empty mapping where no people of the group answered. */
const letters = z.record(z.string(), z.string());
const replies = z.record(z.string(), z.looseObject({ avg_actual_results: letters }));

/** The masses of a model's answers to a question, as the file writes them. */
type Masses = ReadonlyMap<string, string>;

/**
 * The three tables of OpinionQA.
 * @throws DatasetError where an original is not of its form, or where its letters do not stand for
 * its group's own answers
 */
export function opinionqa(originals: Originals): Tables {
  const people = readPeople(originals);
  return new Map([
    ["opinionqa-questions.csv", questionRows(people)],
    ["opinionqa-people.csv", peopleRows(people)],
    ["opinionqa-models.csv", modelRows(originals, people)],
  ]);
}

/** A row an answer of a group: the mass that the model gives it, and the one without a group. */
function modelRows(originals: Originals, people: People): string[][] {
  const rows = [["model", "way", "question", "attribute", "group", "answer", "mass", "base_rate"]];
  const baseRates = new Map<string, ReadonlyMap<string, Masses>>();
  for (const results of originals.paths.flatMap(resultsAt)) {
    const { model, way, task, attribute, group } = results;
    const masses = readMasses(originals, results, people);
    const key = `${model} ${way}`;
    if (task === "task0") {
      baseRates.set(key, masses);
      continue;
    }
    for (const [question, massOf] of masses) {
      const baseRate = baseRates.get(key)?.get(question);
      for (const [answer, mass] of massOf) {
        if (answer === REFUSED) continue;
        rows.push([
          model,
          way,
          question,
          attribute,
          group,
          answer,
          mass,
          baseRate?.get(answer) ?? "",
        ]);
      }
    }
  }
  return rows;
}

/** What a path says of the replies there; nothing where it is not that of replies. */
function resultsAt(path: string): Results[] {
  const parts =
    /^results\/opinionqa\/([^/]+)\/([^/]+)\/(task[01])\/[^/]+\/([^/]+)\/([^/]+)\.json$/.exec(path);
  if (parts === null) return [];
  const [, folder = "", model = "", task, , group = ""] = parts;
  const way = ways.get(folder);
  const attribute = Object.keys(groups).find((each): each is Attribute =>
    groups[each as Attribute].some((name) => name === group),
  );
  if (way === undefined || attribute === undefined) {
    throw new DatasetError(`${path} has a way of asking, or a group, that is not expected here.`);
  }
  return [{ path, model, way, task: task === "task0" ? "task0" : "task1", attribute, group }];
}

/** The masses of each question's answers. */
function readMasses(
  originals: Originals,
  { path, task, attribute, group }: Results,
  people: People,
): Map<string, Masses> {
  const expected = task === "task0" ? `expected_results_${attribute}_${group}` : "expected_results";
  const read = readJson(originals.read(path), replies);
  return new Map(
    Object.entries(read).map(([name, reply]) => {
      const where = `${path}, question ${name}`;
      const answers = questionIn(people, attribute, name).answers(group);
      const shares = letters.safeParse(reply[expected]);
      if (!shares.success) throw new DatasetError(`${where}: there is no ${expected}.`);
      const answerOf = answersByLetter(where, answers, shares.data);
      return [name, massesOf(where, answerOf, reply.avg_actual_results)];
    }),
  );
}

/**
 * The answer of each letter: letters number the answers of the group's own dictionary, in its
 * order. The file also has people's shares by letter, which must match those of the answers.
 */
function answersByLetter(
  where: string,
  answers: Answers,
  shares: Readonly<Record<string, string>>,
): Map<string, string> {
  const total = [...answers.values()].reduce((sum, count) => sum + count, 0);
  const answerOf = new Map<string, string>();
  for (const [index, [answer, count]] of [...answers].entries()) {
    const letter = LETTERS[index] ?? "";
    const share = Number(shares[letter]);
    if (!(Math.abs(share - count / total) < 1e-9)) {
      throw new DatasetError(
        `${where}: ${letter} is said to be the answer of ${share} of the people, but ${JSON.stringify(answer)}, ` +
          `which it would stand for, is that of ${count / total}. Letters must count this group's own answers.`,
      );
    }
    answerOf.set(letter, answer);
  }
  return answerOf;
}

/**
 * A mass for each answer of the group, and for no other; none where nobody of the group answered.
 */
function massesOf(
  where: string,
  answerOf: ReadonlyMap<string, string>,
  masses: Readonly<Record<string, string>>,
): Masses {
  const expected = [...answerOf.keys()].join("");
  const found = Object.keys(masses).toSorted().join("");
  if (expected !== "" && found !== expected) {
    throw new DatasetError(
      `${where}: the model's letters are ${found || "none"}, and those of the group's answers ${expected}.`,
    );
  }
  return new Map([...answerOf].map(([letter, answer]) => [answer, masses[letter] ?? ""]));
}
