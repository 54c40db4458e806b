import { closeSync, openSync, writeSync } from "node:fs";
import { random } from "@promptnce/core";

/**
 * A file of pairs for `estimate`: every row another input, so that every row is another question, and
 * 500 labels of which some are much more frequent than others.
 */
export function writeRows(path: string, rows: number): void {
  const source = random("rows");
  const file = openSync(path, "w");
  writeSync(file, "cue,response\n");
  for (let row = 0; row < rows;) {
    let text = "";
    for (const end = Math.min(rows, row + 1000); row < end; row++) {
      text += `cue ${row},WORD${Math.floor(500 * source.uniform() ** 2)}\n`;
    }
    writeSync(file, text);
  }
  closeSync(file);
}
