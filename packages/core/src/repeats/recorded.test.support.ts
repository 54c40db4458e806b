import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import type { BaseRateEvidence } from "./base-rate-advice.ts";

/**
 * Replies of large models that others recorded, beside people's counts; not part of the repository.
 */
const folder: string = resolve(
  process.env["PROMPTNCE_TEST_RECORDED"] ??
    join(import.meta.dirname, "../../../../../shared/recorded"),
);

export const isRecordedThere: boolean = existsSync(join(folder, "opinionqa-models.csv.gz"));

/** The rows of `<name>.csv.gz`, a text a column. */
export function recordedRows(name: string): Record<string, string>[] {
  const text = gunzipSync(readFileSync(join(folder, `${name}.csv.gz`))).toString();
  const [header, ...lines] = cellsOf(text);
  return lines.map((cells) => Object.fromEntries(header!.map((column, i) => [column, cells[i]!])));
}

/** Cells may be quoted, with commas, line ends and doubled quotes inside. */
function cellsOf(text: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g,
  )) {
    if (quoted === undefined && plain === "" && end === "" && lines.at(-1)!.length === 0) break;
    lines.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (end !== ",") lines.push([]);
  }
  return lines.filter(({ length }) => length > 0);
}

/** What a model said of survey answers, and what people did, a number a pair. */
export interface RecordedPairs {
  readonly keys: {
    readonly contexts: readonly string[];
    readonly x: readonly string[];
    readonly labels: readonly string[];
  };
  readonly questions: readonly string[];
  readonly mass: Float64Array;
  readonly baseRate: Float64Array;
  /** By row, the place of the pair among {@link recordedPeople}. */
  readonly people: Uint32Array;
}

/**
 * People's counts on OpinionQA, a row a pair; the context is a question and an attribute of groups.
 */
export function recordedPeople(): { keys: RecordedPairs["keys"]; counts: Float64Array } {
  const rows = recordedRows("opinionqa-people");
  return { keys: keysOf(rows), counts: Float64Array.from(rows, ({ people }) => Number(people)) };
}

let models: ReadonlyMap<string, RecordedPairs> | undefined;

/** What each model said in each way, by `model, way`: read once for all test files of a worker. */
export function recordedModels(): ReadonlyMap<string, RecordedPairs> {
  models ??= readModels();
  return models;
}

function readModels(): ReadonlyMap<string, RecordedPairs> {
  const people = new Map(recordedRows("opinionqa-people").map((row, i) => [pairOf(row), i]));
  const groups = Map.groupBy(
    recordedRows("opinionqa-models"),
    ({ model, way }) => `${model}, ${way}`,
  );
  return new Map(
    [...groups].map(([name, rows]) => [
      name,
      {
        keys: keysOf(rows),
        questions: rows.map(({ question }) => question!),
        mass: Float64Array.from(rows, ({ mass }) => Number(mass)),
        baseRate: Float64Array.from(rows, (row) => Number(row["base_rate"])),
        people: Uint32Array.from(rows, (row) => people.get(pairOf(row))!),
      },
    ]),
  );
}

/** What {@link baseRateAdvice} is told of some of the questions. */
export interface RecordedEvidence extends BaseRateEvidence {
  readonly conditional: readonly number[];
  readonly marginal: readonly number[];
  readonly truth: readonly number[];
}

/** @param truth People's PMI, a number a row of {@link recordedPeople}. */
export function recordedEvidence(
  own: RecordedPairs,
  truth: Float64Array,
  isAmong: (question: string) => boolean,
): RecordedEvidence {
  const { contexts, x } = own.keys;
  const replied = withMass(own.mass, (row) => `${contexts[row]} ${x[row]}`);
  const stated = withMass(own.baseRate, (row) => contexts[row]!);
  const rows = own.questions.flatMap((question, row) =>
    isAmong(question) && replied(row) && stated(row) ? [row] : [],
  );
  const at = <T>(column: ArrayLike<T>): T[] => rows.map((row) => column[row]!);
  return {
    keys: { contexts: at(own.keys.contexts), x: at(own.keys.x), labels: at(own.keys.labels) },
    units: at(own.questions),
    conditional: at(own.mass),
    marginal: at(own.baseRate),
    truth: rows.map((row) => truth[own.people[row]!]!),
    isFair: true,
  };
}

/** Whether a row's group has any mass: one whose masses are all 0 is an empty reply. */
function withMass(
  masses: ArrayLike<number>,
  groupOf: (row: number) => string,
): (row: number) => boolean {
  const groups = new Set<string>();
  for (let row = 0; row < masses.length; row++) {
    if (masses[row]! > 0) groups.add(groupOf(row));
  }
  return (row) => groups.has(groupOf(row));
}

const pairOf = ({ question, attribute, group, answer }: Record<string, string>) =>
  JSON.stringify([question, attribute, group, answer]);

const keysOf = (rows: readonly Record<string, string>[]): RecordedPairs["keys"] => ({
  contexts: rows.map(({ question, attribute }) => `${question} ${attribute}`),
  x: rows.map(({ group }) => group!),
  labels: rows.map(({ answer }) => answer!),
});
