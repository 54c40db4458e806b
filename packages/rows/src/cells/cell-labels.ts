import type { Label } from "@promptnce/core";
import type { WrittenValue } from "./written-value.ts";

/** The labels that a list or dict in a cell holds. */
export type CellLabels =
  /** One list, of a person or of several. */
  | { readonly is: "list"; readonly labels: readonly Label[] }
  /** The labels of each person. */
  | { readonly is: "people"; readonly people: readonly (readonly Label[])[] }
  /** Names with numbers: labels with masses or counts, or raters with ratings. */
  | { readonly is: "numbers"; readonly entries: readonly (readonly [string, number])[] };

/** The labels in what a program wrote; `undefined` if it is nested in another way. */
export function cellLabels(
  value: Exclude<WrittenValue, string | number | boolean | null>,
): CellLabels | undefined {
  return value instanceof Map ? ofNames(value) : ofList(value as readonly WrittenValue[]);
}

function ofList(list: readonly WrittenValue[]): CellLabels | undefined {
  const items = list.filter((item) => item !== null);
  const [first] = items;
  if (items.length === 1 && first instanceof Map) {
    // The members of one object in a list are no people: `[{"task": "T0", "value": "calm"}]`.
    const labels = ofNames(first);
    return labels?.is === "people" ? undefined : labels;
  }
  if (items.every(isScalar)) return { is: "list", labels: items.map(String) };
  const people = items.map(labelsOf);
  return people.every((labels) => labels !== undefined) ? { is: "people", people } : undefined;
}

function ofNames(names: ReadonlyMap<string, WrittenValue>): CellLabels | undefined {
  const entries = [...names].filter(([, value]) => value !== null);
  const [[, first] = []] = entries;
  if (entries.length === 1 && Array.isArray(first)) return ofList(first);
  if (entries.length === 1 && first instanceof Map) return ofNames(first);
  if (entries.every(([, value]) => typeof value === "boolean")) {
    return { is: "list", labels: entries.filter(([, isGiven]) => isGiven).map(([name]) => name) };
  }
  if (entries.every((entry): entry is [string, number] => typeof entry[1] === "number")) {
    return { is: "numbers", entries };
  }
  const people = entries.map(([, value]) => labelsOf(value));
  return people.every((labels) => labels !== undefined) ? { is: "people", people } : undefined;
}

/** The labels of one person: a label or a list of them. */
function labelsOf(value: WrittenValue): readonly Label[] | undefined {
  if (isScalar(value)) return [String(value)];
  if (!Array.isArray(value)) return undefined;
  const items = (value as readonly WrittenValue[]).filter((item) => item !== null);
  return items.every(isScalar) ? items.map(String) : undefined;
}

function isScalar(value: WrittenValue): value is string | number | boolean {
  return typeof value !== "object";
}
