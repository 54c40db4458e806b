import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** The files of a folder of recorded replies, by name, as CSV. */
export type MadeUpFiles = Readonly<Record<string, string>>;

const groups = { PARTY: ["Left", "Right"], AGE: ["Young", "Old"] } as const;
const questions = {
  Q1: ["Often, or always", "Sometimes", "Never"],
  Q2: ["Good", "Bad", "Neither good nor bad"],
  Q3: ["Yes", "No"],
} as const;

/** A number from 1 to 9 that looks random, the same of the same text. */
function digitOf(text: string): number {
  let sum = 7;
  for (const letter of text) {
    sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  }
  return 1 + (sum % 9);
}

const csv = (...rows: (readonly (string | number)[])[]): string =>
  rows
    .map((row) => `${row.map((cell) => (/[, ]/.test(`${cell}`) ? `"${cell}"` : cell)).join(",")}\n`)
    .join("");

/**
 * Two models in two ways on three questions of two attributes; nobody of the Right said Never to
 * Q1.
 */
export function madeUpFiles(): MadeUpFiles {
  const asked = Object.entries(questions).flatMap(([question, answers]) =>
    Object.entries(groups).flatMap(([attribute, all]) =>
      all.flatMap((group) =>
        answers
          .filter((answer) => !(question === "Q1" && group === "Right" && answer === "Never"))
          .map((answer) => [question, attribute, group, answer] as const),
      ),
    ),
  );
  const said = (["gpt-4", "new-model"] as const).flatMap((model) =>
    (["verbal", "logprobs"] as const).flatMap((way) =>
      asked.map((pair) => {
        // One reading of zeros matters, and one base rate that was not stated.
        const mass =
          way === "verbal" && pair[3] === "Bad" ? 0 : digitOf(`${model}${way}${pair.join()}`) / 20;
        const unsaid = model === "new-model" && pair[0] === "Q3";
        return [model, way, ...pair, mass, unsaid ? 0 : digitOf(`${model}${way}${pair[3]}`) / 20];
      }),
    ),
  );
  return {
    "opinionqa-people": csv(
      ["question", "attribute", "group", "answer", "people"],
      ...asked.map((pair) => [...pair, 10 * digitOf(pair.join())]),
    ),
    "opinionqa-models": csv(
      ["model", "way", "question", "attribute", "group", "answer", "mass", "base_rate"],
      ...said,
    ),
    "opinionqa-questions": csv(
      ["question", "text", "position", "answer"],
      ...Object.entries(questions).flatMap(([question, answers]) =>
        answers.map((answer, i) => [question, `What of ${question}?`, i + 1, answer]),
      ),
    ),
    nouns: csv(
      ["model", "noun", "gender", "samples", "of", "people"],
      ...["Arzt", "Lehrkraft", "Kind"].flatMap((noun) =>
        ["male", "female", "neither"].map((gender, i) => [
          "gpt-4o",
          noun,
          gender,
          digitOf(noun + gender),
          30,
          noun === "Kind" && i === 0 ? 0 : digitOf(gender + noun),
        ]),
      ),
    ),
    synthbench: csv(
      ["dataset", "model", "question", "answer", "share", "samples", "people_share"],
      ...["S1", "S2", "S3", "Other"].flatMap((question) =>
        [question === "Other" ? "Maybe" : "Yes", "No"].map((answer, i) => {
          const share = digitOf(question) / 10;
          const people = digitOf(`${question} people`) / 10;
          return [
            "subpop",
            "openrouter/a/b",
            question,
            answer,
            i === 0 ? share : 1 - share,
            30,
            i === 0 ? people : 1 - people,
          ];
        }),
      ),
    ),
  };
}

/** Writes the files into a new folder, packed as those that are fetched are. */
export function writeFolder(files: MadeUpFiles): string {
  const folder = mkdtempSync(join(tmpdir(), "promptnce-record-"));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, `${name}.csv.gz`), gzipSync(text));
  }
  return folder;
}
