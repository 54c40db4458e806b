import { hash } from "node:crypto";
import { pmi } from "@promptnce/core/information";
import { DataError } from "@promptnce/rows/errors";
import Papa from "papaparse";
import { readText } from "./read-text.ts";
import { challengeId, type Version, versionNameOf, versions } from "./versions.ts";

/** What an entrant predicts for one pair. */
export interface Prediction {
  /** In nats. */
  readonly pmi: number;
  readonly conditional?: number;
  readonly marginal?: number;
}

/** A file of predictions. */
export interface Predictions {
  readonly path: string;
  readonly sha256: string;
  /** By id in the challenge. Pairs whose cells are empty are absent. */
  readonly byId: ReadonlyMap<string, Prediction>;
  /** The versions that the ids belong to. */
  readonly versions: readonly Version[];
  /** Ids that are of no version's form. */
  readonly foreign: readonly string[];
}

type Row = Readonly<Record<string, string | undefined>>;

/**
 * Reads a CSV file with the column `id`, and `pmi` or both `conditional` and `marginal`. If it has
 * all of them, PMI is the one that it states.
 *
 * @throws DataError naming the first line that cannot be used
 */
export function readPredictions(path: string): Predictions {
  const text = readText(path);
  const { data, meta } = Papa.parse<Row>(text, { header: true, delimiter: "," });
  checkColumns(path, meta.fields ?? []);
  const byId = new Map<string, Prediction>();
  const lines = new Map<string, number>();
  for (const [i, row] of data.entries()) {
    const line = i + 2;
    const id = row["id"]?.trim() ?? "";
    if (Object.values(row).join("").trim() === "") continue;
    const earlier = lines.get(id);
    if (earlier !== undefined) {
      throw new DataError(
        `${path}, line ${line}: ${JSON.stringify(id)} was on line ${earlier} already; write each pair once`,
      );
    }
    lines.set(id, line);
    const prediction = predictionOf(row, `${path}, line ${line}`);
    if (prediction !== undefined) byId.set(id, prediction);
  }
  return {
    path,
    sha256: hash("sha256", text),
    byId,
    versions: versionsOf(path, [...lines.keys()]),
    foreign: [...lines.keys()].filter((id) => versionNameOf(id) === undefined),
  };
}

function checkColumns(path: string, found: readonly string[]): void {
  const has = (...names: string[]) => names.every((name) => found.includes(name));
  if (has("id", "pmi") || has("id", "conditional", "marginal")) return;
  throw new DataError(
    `${path}, line 1: the columns are ${found.join(", ") || "missing"}; expected id and pmi, or id, conditional and marginal`,
  );
}

/** The prediction of a row, or `undefined` if its cells are empty. */
function predictionOf(row: Row, place: string): Prediction | undefined {
  const stated = numberIn(row, "pmi", place);
  const conditional = numberIn(row, "conditional", place);
  const marginal = numberIn(row, "marginal", place);
  const terms = {
    ...(conditional !== undefined && { conditional }),
    ...(marginal !== undefined && { marginal }),
  };
  if (stated !== undefined) return { pmi: stated, ...terms };
  if (conditional === undefined || marginal === undefined) return undefined;
  return { pmi: pmi(conditional, marginal), conditional, marginal };
}

function numberIn(row: Row, column: string, place: string): number | undefined {
  const text = row[column]?.trim() ?? "";
  if (text === "") return undefined;
  const value = Number(text);
  const isProbability = column !== "pmi";
  if (Number.isFinite(value) && (!isProbability || (value >= 0 && value <= 1))) return value;
  const expected = isProbability ? "a number from 0 to 1" : "a finite number";
  throw new DataError(
    `${place}: ${column} is ${JSON.stringify(text)}, expected ${expected}; leave the cell empty where there is no estimate`,
  );
}

/**
 * The versions that the ids belong to; ids that are not of the challenge's form are no version's.
 */
function versionsOf(path: string, ids: readonly string[]): readonly Version[] {
  const names = new Set(ids.flatMap((id) => versionNameOf(id) ?? []));
  const unknown = [...names].find((name) => !versions.some((version) => version.name === name));
  if (unknown !== undefined) {
    throw new DataError(
      `${path} was made for ${unknown}, and this program has ${versions.map(({ name }) => name).join(", ")}: write the pairs again with bench challenge pairs`,
    );
  }
  if (names.size === 0) {
    throw new DataError(
      `${path} has no id of the challenge, such as ${challengeId(versions[0]!, "")}: take them from what bench challenge pairs writes`,
    );
  }
  return versions.filter(({ name }) => names.has(name));
}

/**
 * Refuses predictions for a version whose files the folder does not hold.
 *
 * @throws DataError naming both versions
 */
export function checkVersion(path: string, of: Version, found: Version): void {
  if (of === found) return;
  throw new DataError(
    `${path} was made for ${of.name}, and the files in --data are those of ${found.name}, whose pairs are others: predict what bench challenge pairs writes from these files`,
  );
}
