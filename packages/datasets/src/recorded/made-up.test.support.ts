import { hash } from "node:crypto";
import { groups } from "./opinionqa-people.ts";
import type { Originals } from "./originals.ts";
import { recordedManifest, type RecordedManifest, type RecordedName } from "./recorded-manifest.ts";

/** Made-up originals in the true formats: texts by their paths. */
export type MadeUp = ReadonlyMap<string, string>;

/** Answers of a group to a question, with their counts. */
type Counts = Readonly<Record<string, number>>;

const PEW = "Pew_American_Trends_Panel_disagreement_100";

/** Two questions: one whose answers have commas and quotation marks, one of other answers. */
const questions = {
  JOB_W1: {
    text: "How much does a job matter?",
    options: [
      "Essential",
      "Important",
      "but not essential",
      '"Doesn\'t matter"',
      "None",
      "Refused",
    ],
    counts: { "Doesn't matter": 1, Essential: 4, "Important, but not essential": 3, Refused: 2 },
  },
  VOTE_W2: {
    text: 'Do you "always" vote?',
    options: ["Yes", "was a duty", "No", "Refused"],
    counts: { No: 3, Refused: 1, "Yes, was a duty": 1 },
  },
} as const;

type QuestionName = keyof typeof questions;

/**
 * Those of a group that are not as everybody's: no man finds that a job does not matter, no Asian
 * refuses to say so.
 */
const exceptions: Readonly<Record<string, Partial<Record<QuestionName, Counts>>>> = {
  Male: { JOB_W1: { Essential: 5, "Important, but not essential": 4, Refused: 1 } },
  Asian: { JOB_W1: { "Doesn't matter": 2, Essential: 1, "Important, but not essential": 1 } },
};

/** How many people of a group gave each answer; letters count these, in this order. */
function madeUpCounts(group: string, question: QuestionName): Counts {
  return exceptions[group]?.[question] ?? questions[question].counts;
}

function peopleFile(attribute: keyof typeof groups): string {
  const entries = (Object.keys(questions) as QuestionName[]).map((name) => {
    const { text, options } = questions[name];
    const counts = groups[attribute].map((group) => [group, madeUpCounts(group, name)] as const);
    const entry = { MC_options: options, question_text: text, ...Object.fromEntries(counts) };
    return [name, entry] as const;
  });
  // People's counts are written as floating-point numbers.
  return JSON.stringify(Object.fromEntries(entries)).replaceAll(/:(\d+)([,}])/g, ": $1.0$2");
}

interface Reply {
  /** The numbers as the file has them, by letter. */
  readonly masses: string;
  /** People's shares by letter. */
  readonly shares: Readonly<Record<string, number>>;
}

/** By letter, the shares of a group's answers to a question. */
export function sharesByLetter(group: string, question: QuestionName): Record<string, number> {
  const counts = Object.values(madeUpCounts(group, question));
  const total = counts.reduce((sum, count) => sum + count, 0);
  return Object.fromEntries(counts.map((count, index) => ["ABCDEF"[index] ?? "", count / total]));
}

/** A results file; `expected` is what it calls people's shares. */
export function resultsFile(
  replies: Readonly<Partial<Record<QuestionName, Reply>>>,
  expected: string,
): string {
  const entries = Object.entries(replies).map(
    ([name, { masses, shares }]) =>
      `"${name}": {"avg_actual_results": {${masses}}, "response": ["…"], "${expected}": ${JSON.stringify(shares)}}`,
  );
  return `{${entries.join(", ")}}`;
}

/** The path of a model's replies about a group. */
export function resultsPath(
  way: string,
  task: "task0" | "task1",
  attribute: string,
  group: string,
) {
  return `results/opinionqa/${way}/gpt-4/${task}/${PEW}/${attribute}/${group}.json`;
}

function reply(group: string, question: QuestionName, masses: string): Reply {
  return { masses, shares: sharesByLetter(group, question) };
}

const verbal = "express_distribution";

/** GPT-4's verbal masses about men and Asians, and about nobody in particular. */
export const opinionqaOriginals: MadeUp = new Map([
  ...(["POLPARTY", "SEX", "RACE"] as const).map(
    (attribute) =>
      [`opinions_qa/data/human_resp/${PEW}/${attribute}_data.json`, peopleFile(attribute)] as const,
  ),
  [
    resultsPath(verbal, "task0", "NONE", "Democrat"),
    resultsFile(
      {
        JOB_W1: reply(
          "Democrat",
          "JOB_W1",
          '"A": 0.1, "B": 0.5, "C": 0.35000000000000003, "D": 0.05',
        ),
        VOTE_W2: reply("Democrat", "VOTE_W2", '"A": 0.0, "B": 0.1, "C": 0.9'),
      },
      "expected_results_POLPARTY_Democrat",
    ),
  ],
  [
    resultsPath(verbal, "task1", "SEX", "Male"),
    resultsFile(
      {
        JOB_W1: reply("Male", "JOB_W1", '"A": 0.7, "B": 0.2, "C": 0.1'),
        VOTE_W2: reply("Male", "VOTE_W2", '"A": 5.641487342496592e-08, "B": 0, "C": 1.0'),
      },
      "expected_results",
    ),
  ],
  [
    resultsPath(verbal, "task1", "RACE", "Asian"),
    resultsFile(
      { JOB_W1: reply("Asian", "JOB_W1", '"A": 0.6, "B": 0.3, "C": 0.1') },
      "expected_results",
    ),
  ],
]);

/** The originals as a mapping reads them. */
export function originalsFrom(files: MadeUp): Originals {
  const read = (file: string) => ({ file, bytes: Buffer.from(files.get(file) ?? "") });
  return { paths: [...files.keys()], read };
}

/** A manifest of made-up originals, and of tables with these texts. */
export function madeUpManifest(
  name: RecordedName,
  files: MadeUp,
  tables: Readonly<Record<string, string>>,
): RecordedManifest {
  const byFolder = Map.groupBy(files, ([path]) => path.slice(0, path.lastIndexOf("/")));
  const originals = [...byFolder].map(([folder, entries]) => {
    const sums = entries.map(([path, text]) => [path.slice(folder.length + 1), sha256(text)]);
    return [folder, Object.fromEntries(sums)] as const;
  });
  return {
    ...recordedManifest(name),
    bytes: [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    originals: Object.fromEntries(originals),
    tables: Object.entries(tables).map(([file, text]) => ({
      file,
      rows: text.split("\n").length - 2,
      sha256: sha256(text),
    })),
  };
}

function sha256(text: string): string {
  return hash("sha256", text);
}

const samplesHeader = "NP,Genus,ID,Label,Logprobs_Sum,Association,Total_Output";

/** Two nouns of GPT-4o and one of Llama; a reply goes over several lines. */
export const nounsOriginals: MadeUp = new Map([
  [
    "data/human_annotators_long.csv",
    `"lfdn","le_text","MFN","Assoziation"
1,"Lehrkraft","m",4
2,"Lehrkraft","w",2
1,"Waise","n",NA
3,"Lehrkraft","w",3
`,
  ],
  [
    "data/openAI_results_long_df.csv",
    `${samplesHeader}
Lehrkraft,F,0,keins von beiden,-0.25,0,"Short answer: keins von beiden

- Das Wort ""Lehrkraft"", sagt man, ist neutral."
Lehrkraft,F,1,keins von beiden,-0.11,0,keins
Waise,F,0,Person männlichen Geschlechts,-0.3,2,m
`,
  ],
  [
    "data/meta-llama-3.1-8b-instruct_ChatAI_results_long_df.csv",
    `${samplesHeader}
Lehrkraft,F,0,Person weiblichen Geschlechts,0.27,4,w
`,
  ],
]);

/**
 * A run on so many questions, each with one share of Yes; `question` takes the place of the first.
 */
export function synthbenchRun({
  dataset = "opinionsqa",
  model,
  questions,
  share,
  samples = 30,
  question,
}: {
  readonly dataset?: string;
  readonly model: string;
  readonly questions: number;
  readonly share: string;
  readonly samples?: number;
  readonly question?: { readonly key: string; readonly model: string; readonly people: string };
}): string {
  const asked = Array.from({ length: questions }, (_, index) => ({
    key: `Q${index}`,
    model: `{"Yes": ${share}, "No": 0.5}`,
    people: '{"No": 0.25, "Yes": 0.75}',
  }));
  if (question !== undefined) asked[0] = question;
  const entries = asked.map(
    (each) =>
      `{"key": "${each.key}", "model_distribution": ${each.model}, "human_distribution": ${each.people}, "n_samples": ${samples}}`,
  );
  return `{"benchmark": "synthbench", "config": {"dataset": "${dataset}", "provider": "${model}"}, "per_question": [${entries.join(", ")}]}`;
}
