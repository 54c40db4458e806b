import { hash } from "node:crypto";

/** The groups of each attribute, in the order of OpinionQA's tables. */
const groups = {
  POLPARTY: ["Democrat", "Republican"],
  SEX: ["Male", "Female"],
  RACE: ["White", "Black", "Hispanic", "Asian"],
} as const;
type Attribute = keyof typeof groups;

const SURVEY = "Pew_American_Trends_Panel_disagreement_100";
const QUESTIONS = 12;
/** One of them has a comma, at which the questionnaire's list of options is split. */
const answers = ["Yes, often", "Rarely", "Never"] as const;

const attributes = Object.keys(groups) as Attribute[];
const questions = Array.from({ length: QUESTIONS }, (_, i) => ({ name: `HABIT${i}_W1`, i }));
const placeOf = (attribute: Attribute, group: string): number =>
  (groups[attribute] as readonly string[]).indexOf(group) + 3 * attributes.indexOf(attribute);

/** Each group has a dictionary of its own order, which letters count. */
function dictionaryOf(question: number, place: number): readonly string[] {
  const turn = (question + place) % answers.length;
  return [...answers.slice(turn), ...answers.slice(0, turn)];
}

const countOf = (question: number, place: number, answer: string): number =>
  1 + ((7 * question + 5 * place + 3 * answers.indexOf(answer as never)) % 11);

/** The masses of the three answers, as the file writes them. */
const massOf = (question: number, place: number, answer: string): string => {
  const counts = answers.map((each) => countOf(question, place, each) + 2);
  const at = answers.indexOf(answer as never);
  return (counts[at]! / counts.reduce((sum, count) => sum + count, 0)).toFixed(2);
};
/** What is said of nobody in particular: the replies are listed as those about Democrats. */
const NOBODY = 20;

function peopleFile(attribute: Attribute): string {
  const entries = questions.map(({ name, i }) => {
    const ofGroups = groups[attribute].map((group) => {
      const place = placeOf(attribute, group);
      const counts = dictionaryOf(i, place).map((answer) => [answer, countOf(i, place, answer)]);
      return [group, Object.fromEntries(counts)];
    });
    const known = { MC_options: ["Yes", "often", "Rarely", "Never"], question_text: `Habit ${i}?` };
    return [name, { ...known, ...Object.fromEntries(ofGroups) }];
  });
  return JSON.stringify(Object.fromEntries(entries));
}

/** What GPT-4 said, by letter, of a group, or with the masses of another place. */
function repliesFile(attribute: Attribute, group: string, masses: number, shares: string): string {
  const place = placeOf(attribute, group);
  const entries = questions.map(({ name, i }) => {
    const dictionary = dictionaryOf(i, place);
    const total = dictionary.reduce((sum, answer) => sum + countOf(i, place, answer), 0);
    const byLetter = (valueOf: (answer: string) => number) =>
      Object.fromEntries(dictionary.map((answer, at) => ["ABC"[at], valueOf(answer)]));
    const reply = {
      avg_actual_results: byLetter((answer) => Number(massOf(i, masses, answer))),
      [shares]: byLetter((answer) => countOf(i, place, answer) / total),
    };
    return [name, reply];
  });
  return JSON.stringify(Object.fromEntries(entries));
}

/**
 * Originals of OpinionQA in their true form, by their paths: 12 questions, and GPT-4's verbal
 * replies of all groups.
 */
export function originals(): Map<string, string> {
  const people = attributes.map((attribute) => {
    const path = `opinions_qa/data/human_resp/${SURVEY}/${attribute}_data.json`;
    return [path, peopleFile(attribute)] as const;
  });
  const replies = attributes.flatMap((attribute) =>
    groups[attribute].map((group) => {
      const path = pathOf("task1", attribute, group);
      const place = placeOf(attribute, group);
      return [path, repliesFile(attribute, group, place, "expected_results")] as const;
    }),
  );
  const shares = "expected_results_POLPARTY_Democrat";
  const nobody = repliesFile("POLPARTY", "Democrat", NOBODY, shares);
  return new Map([...people, [pathOf("task0", "NONE", "Democrat"), nobody], ...replies]);
}

const pathOf = (task: string, attribute: string, group: string): string =>
  `results/opinionqa/express_distribution/gpt-4/${task}/${SURVEY}/${attribute}/${group}.json`;

/**
 * The tables that must come of them, written from the numbers themselves and not from the
 * originals.
 */
export function tables(): Map<string, string> {
  const cell = (text: string): string => (text.includes(",") ? `"${text}"` : text);
  const inOrder = attributes.flatMap((attribute) =>
    questions.flatMap((question) =>
      groups[attribute].flatMap((group) => {
        const place = placeOf(attribute, group);
        return dictionaryOf(question.i, place).map((answer) => ({
          ...question,
          attribute,
          group,
          answer,
          place,
        }));
      }),
    ),
  );
  const byGroup = inOrder.toSorted((a, b) => a.place - b.place);
  const lines = {
    "opinionqa-questions.csv": [
      "question,text,position,answer",
      ...questions.flatMap(({ name, i }) =>
        answers.map((answer, at) => `${name},Habit ${i}?,${at + 1},${cell(answer)}`),
      ),
    ],
    "opinionqa-people.csv": [
      "question,attribute,group,answer,people",
      ...inOrder.map(({ name, i, attribute, group, answer, place }) =>
        [name, attribute, group, cell(answer), countOf(i, place, answer)].join(","),
      ),
    ],
    "opinionqa-models.csv": [
      "model,way,question,attribute,group,answer,mass,base_rate",
      ...byGroup.map(({ name, i, attribute, group, answer, place }) => {
        const numbers = [place, NOBODY].map((of) => Number(massOf(i, of, answer)));
        return ["gpt-4", "verbal", name, attribute, group, cell(answer), ...numbers].join(",");
      }),
    ],
  };
  return new Map(Object.entries(lines).map(([file, all]) => [file, `${all.join("\n")}\n`]));
}

/** A manifest like the product's, of these originals at another address. */
export function manifestOf(product: object, raw: string): object {
  const byFolder = Map.groupBy(originals(), ([path]) => path.slice(0, path.lastIndexOf("/")));
  const sums = Array.from(byFolder, ([folder, files]) => [
    folder,
    Object.fromEntries(
      files.map(([path, text]) => [path.slice(folder.length + 1), hash("sha256", text)]),
    ),
  ]);
  return {
    ...product,
    raw,
    bytes: [...originals().values()].join("").length,
    originals: Object.fromEntries(sums),
    tables: Array.from(tables(), ([file, text]) => ({
      file,
      rows: text.split("\n").length - 2,
      sha256: hash("sha256", text),
    })),
  };
}
