import type { Label } from "@promptnce/core";
import { DataError } from "../errors.ts";
import { evenLineEnds } from "../formats/line-ends.ts";
import { encodingBeside } from "../formats/encoding-beside.ts";
import { readWholeText } from "../formats/read-text.ts";

/** The labels that may occur, and the name of the list for errors. */
export interface LabelList {
  readonly all: readonly Label[];
  readonly file: string;
}

/**
 * The labels of a file with one label a line, in its order. Blanks around a label and empty lines
 * are dropped.
 *
 * @param encoding The encoding named for the rows, if any; a UTF-8 file is read as UTF-8 anyway.
 * @throws DataError if the file cannot be read, is not such text, holds fewer than two labels, or has
 * one twice.
 * @example
 * import { writeFileSync } from "node:fs";
 * writeFileSync("labels.txt", "joy\nfear\nanger\n");
 * readLabels("labels.txt").all; // → ["joy", "fear", "anger"]
 */
export function readLabels(path: string, encoding?: string): LabelList {
  const seen = new Map<Label, number>();
  const text = readWholeText(path, "a file with one label a line", encodingBeside(path, encoding));
  for (const [i, line] of evenLineEnds(text).split("\n").entries()) {
    const label = line.trim();
    if (label === "") continue;
    const before = seen.get(label);
    if (before !== undefined) {
      throw new DataError(
        `${path}, line ${i + 1}: the label ${JSON.stringify(label)} is already on line ${before}; list each label once.`,
      );
    }
    seen.set(label, i + 1);
  }
  if (seen.size >= 2) return { all: [...seen.keys()], file: path };
  throw new DataError(
    `${path} holds ${seen.size} ${seen.size === 1 ? "label" : "labels"}: list two or more, one per line.`,
  );
}
