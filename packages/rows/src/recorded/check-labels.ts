import { contextKey, type Label } from "@promptnce/core";
import { DataError } from "../errors.ts";
import { letterOf, textColumns } from "../survey/letter-texts.ts";
import type { Columns, Row } from "../input/read-rows.ts";

/** Labels whose masses were given together; the set is open if OTHER was among them. */
interface LabelSet {
  readonly labels: readonly Label[];
  readonly question: { readonly kind: "open" | "closed" };
}

/** Rows with their sets; a row of OTHER has no trial. */
type Rows = readonly {
  readonly row: Row;
  readonly set: LabelSet;
  readonly trial?: { readonly y: Label };
}[];

/**
 * Refuses masses for which a base rate over all inputs of a context would mean nothing: labels that
 * belong to one of several questions, such as the answers of a survey, and letters that stand for a
 * different text in each input. Sets with a row of OTHER do not count as questions, since they
 * state the mass of all other labels.
 *
 * @throws DataError that names the labels and says what to do instead.
 */
export function checkLabels(file: string, columns: Columns, rows: Rows): void {
  const contexts = Map.groupBy(rows, ({ row }) => contextKey(row.context));
  for (const rowsInContext of contexts.values()) {
    const inputs = new Set(rowsInContext.map(({ row }) => row.key));
    if (inputs.size < 2) continue;
    checkLetters(file, columns, rowsInContext);
    // Within a named context, a label that nobody gave to x may have no row.
    if (columns.given === undefined) checkSharedLabels(file, rowsInContext);
  }
}

function checkLetters(file: string, columns: Columns, rows: Rows): void {
  const letters = new Set<string>();
  for (const { trial } of rows) {
    if (trial === undefined) continue;
    const letter = letterOf(trial.y);
    if (letter === undefined) return;
    letters.add(letter);
  }
  const sorted = [...letters].toSorted();
  if (sorted.length < 2 || sorted.some((letter, i) => letter.charCodeAt(0) !== 65 + i)) return;
  const isNamed = columns.given !== undefined;
  const differing = textColumns(columns, rows[0]?.row.record.columns ?? []).map((column) =>
    differingTexts(column, rows),
  );
  // If a letter has the same text in every input, it means the same everywhere.
  if (differing.length > 0 && differing.every((texts) => texts === undefined)) return;
  const example = differing.find((texts) => texts !== undefined);
  if (isNamed && example === undefined) return;
  const why =
    example === undefined
      ? "which may stand for a different answer in each input"
      : `and ${example.label} stands for ${JSON.stringify(example.texts[0])} in one input and for ${JSON.stringify(example.texts[1])} in another`;
  const all = isNamed ? "all inputs of a context" : "all inputs";
  throw new DataError(
    (write) =>
      `${file}: the labels are letters (${sorted.join(", ")}), ${why}, so a base rate over ${all} means nothing; replace each letter by the text of its answer, and name the column of the question with ${write("columns.given", "COLUMN")}.`,
  );
}

/** A label for which a column has two texts; `undefined` if each label has at most one. */
function differingTexts(
  column: string,
  rows: Rows,
): { readonly label: Label; readonly texts: readonly [string, string] } | undefined {
  const texts = new Map<Label, string>();
  for (const { row, trial } of rows) {
    const { columns, cell } = row.record;
    const text = String(cell(column, columns.indexOf(column)) ?? "").trim();
    if (trial === undefined || text === "") continue;
    const before = texts.get(trial.y) ?? text;
    if (before !== text) return { label: trial.y, texts: [before, text] };
    texts.set(trial.y, text);
  }
  return undefined;
}

/**
 * If more than this share of the labels belong to a single question, the inputs do not share one
 * list of labels.
 */
const MOST_UNSHARED = 2 / 3;

function checkSharedLabels(file: string, rows: Rows): void {
  const questions = questionsOf(rows);
  const questionsByLabel = new Map<Label, Set<string>>();
  for (const { set, trial } of rows) {
    const question = questions.get(set);
    if (question === undefined || trial === undefined) continue;
    const questionsOfLabel = questionsByLabel.get(trial.y) ?? new Set<string>();
    questionsByLabel.set(trial.y, questionsOfLabel.add(question));
  }
  const all = new Set(questions.values());
  const unshared = [...questionsByLabel].filter(([, { size }]) => size === 1);
  if (all.size < 2 || unshared.length <= MOST_UNSHARED * questionsByLabel.size) return;
  const examples = [...Map.groupBy(questions, ([, question]) => question).values()];
  const [one = [], other = []] = examples.map((sets) => sets[0]?.[0].labels ?? []);
  throw new DataError(
    (write) =>
      `${file}: ${unshared.length} of ${questionsByLabel.size} labels belong to some inputs only, as the answers of different questions do (${some(one)} in one input, ${some(other)} in another), so a base rate over all inputs means nothing; name the column of the question with ${write("columns.given", "COLUMN")} or, if any input may have any label, add a row OTHER to each input with the mass left for other labels (0 if none).`,
  );
}

/**
 * The question that each set seems to answer, for sets of two or more labels without OTHER. Sets of
 * one input answer the same question. So do two sets if one contains the other, since nobody may
 * have given some of the answers.
 */
function questionsOf(rows: Rows): Map<LabelSet, string> {
  const sets = new Map<LabelSet, string>();
  for (const { row, set } of rows) {
    if (set.question.kind === "closed" && set.labels.length > 1) sets.set(set, row.key);
  }
  const parents = new Map<string, string>();
  const rootOf = (name: string): string => {
    let root = name;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) {
      root = next;
    }
    return root;
  };
  const join = (a: string, b: string): void => {
    const [root, other] = [rootOf(a), rootOf(b)];
    if (root !== other) parents.set(other, root);
  };
  const kinds = new Map<string, ReadonlySet<Label>>();
  for (const [{ labels }, key] of sets) {
    const kind = kindOf(labels);
    kinds.set(kind, new Set(labels));
    join(kind, `input ${key}`);
  }
  const kindsByLabel = Map.groupBy(
    [...kinds].flatMap(([kind, labels]) => [...labels].map((label) => ({ kind, label }))),
    ({ label }) => label,
  );
  for (const [kind, labels] of kinds) {
    const holders = [...labels].map((label) => kindsByLabel.get(label) ?? []);
    const [fewest = []] = holders.toSorted((a, b) => a.length - b.length);
    for (const holder of fewest) {
      const held = kinds.get(holder.kind);
      if ([...labels].every((label) => held?.has(label))) join(kind, holder.kind);
    }
  }
  return new Map([...sets.keys()].map((set) => [set, rootOf(kindOf(set.labels))]));
}

function kindOf(labels: readonly Label[]): string {
  return JSON.stringify(labels.toSorted());
}

/** The number of labels of a set that an error shows. */
const SHOWN = 3;

function some(labels: readonly Label[]): string {
  const shown = labels.slice(0, SHOWN).map((label) => JSON.stringify(label));
  return `${shown.join(", ")}${labels.length > SHOWN ? ", …" : ""}`;
}
