import type { Label } from "@promptnce/core";
import type { LabelList } from "../input/read-labels.ts";

/**
 * The labels that codes stand for, as in a survey's codebook; where questions have codes of their
 * own, by the question's column.
 */
export type Codebook = Readonly<Record<string, Label | Readonly<Record<string, Label>>>>;

/** The code that a text is, whichever way it is written: `1.0` and `1` are one, `01` is another. */
export function codeOf(text: string): string {
  const code = text.trim();
  return /^[-+]?(0|[1-9]\d*)(\.\d+)?$/.test(code) ? String(Number(code)) : code;
}

/** The labels of a codebook in its order; `undefined` if questions have codes of their own. */
export function codedLabels(codebook: Codebook): LabelList | undefined {
  const labels = Object.values(codebook);
  if (!labels.every((label) => typeof label === "string")) return undefined;
  return { all: [...new Set(labels)], file: "the codebook" };
}

/** The labels of the codes in one column. */
export class Codes {
  readonly #labels: ReadonlyMap<string, Label>;
  readonly #known: ReadonlySet<Label>;

  constructor(codebook: Codebook, column: string) {
    const own = codebook[column];
    const entries = Object.entries(typeof own === "object" ? own : codebook);
    const labels = entries.filter(
      (entry): entry is [string, Label] => typeof entry[1] === "string",
    );
    this.#labels = new Map(labels.map(([code, label]) => [codeOf(code), label]));
    this.#known = new Set(labels.map(([, label]) => label));
  }

  /** The label of a code, or of a text that is a label already; `undefined` for any other text. */
  labelOf(text: string): Label | undefined {
    return this.#labels.get(codeOf(text)) ?? (this.#known.has(text) ? text : undefined);
  }
}
