import { readCsv } from "../files/csv.ts";
import { refuse } from "../files/errors.ts";
import { type Originals, pathOf, type Tables } from "./originals.ts";

/** What the tables call a gender, in their order, and what models' and people's files do. */
const genders = [
  { gender: "male", label: "Person männlichen Geschlechts", letter: "m" },
  { gender: "female", label: "Person weiblichen Geschlechts", letter: "w" },
  { gender: "neither", label: "keins von beiden", letter: "n" },
] as const;

/** Whose samples a file holds. */
const models = new Map([
  ["openAI_results_long_df.csv", "gpt-4o"],
  ["meta-llama-3.1-70b-instruct_ChatAI_results_long_df.csv", "llama-3.1-70b"],
  ["meta-llama-3.1-8b-instruct_ChatAI_results_long_df.csv", "llama-3.1-8b"],
]);

/** How often each answer was given to a noun, by noun and answer. */
type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * The table of nouns: for each noun and gender, the number of a model's samples and of people that
 * associate the two.
 * @throws DatasetError, with the lines, if a file lacks a column or has an answer other than the
 * three
 */
export function nouns(originals: Originals): Tables {
  const rows: (string | number)[][] = [["model", "noun", "gender", "samples", "of", "people"]];
  const people = countAnswers(originals, pathOf(originals, "human_annotators_long.csv"), {
    noun: "le_text",
    answer: "MFN",
    answers: genders.map(({ letter }) => letter),
  });
  for (const path of originals.paths) {
    const model = models.get(path.split("/").at(-1) ?? "");
    if (model === undefined) continue;
    const answers = genders.map(({ label }) => label);
    const samples = countAnswers(originals, path, { noun: "NP", answer: "Label", answers });
    for (const [noun, counts] of samples) {
      const sampleCount = [...counts.values()].reduce((sum, count) => sum + count, 0);
      for (const { gender, label, letter } of genders) {
        const peopleCount = people.get(noun)?.get(letter) ?? 0;
        rows.push([model, noun, gender, counts.get(label) ?? 0, sampleCount, peopleCount]);
      }
    }
  }
  return new Map([["nouns.csv", rows]]);
}

/** The columns of a file, and the answers that may be in it. */
interface Columns {
  readonly noun: string;
  readonly answer: string;
  readonly answers: readonly string[];
}

/** Nouns in the file's order. */
function countAnswers({ read }: Originals, path: string, columns: Columns): Counts {
  const counts = new Map<string, Map<string, number>>();
  let header: readonly string[] | undefined;
  const problems = readCsv(read(path), (fields) => {
    if (header === undefined) {
      header = fields;
      const missing = [columns.noun, columns.answer].find((name) => !fields.includes(name));
      return missing && `there is no column ${missing}`;
    }
    const noun = fields[header.indexOf(columns.noun)] ?? "";
    const answer = fields[header.indexOf(columns.answer)] ?? "";
    if (!columns.answers.includes(answer)) {
      return `${columns.answer} is ${JSON.stringify(answer)}, not one of ${columns.answers.join(", ")}`;
    }
    const ofNoun = counts.get(noun) ?? new Map<string, number>();
    counts.set(noun, ofNoun.set(answer, (ofNoun.get(answer) ?? 0) + 1));
    return undefined;
  });
  refuse(problems);
  return counts;
}
