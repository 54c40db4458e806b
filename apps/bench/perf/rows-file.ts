import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { random } from "@promptnce/core/sampling";

/**
 * Writes a file of pairs for `promptnce estimate`. Every row has its own input, and so its own
 * question, and one of `labels` labels, some much more frequent than others.
 */
export function writeRows(path: string, rows: number, labels: number): void {
  const source = random("rows");
  const names = labelNames(labels);
  const file = openSync(path, "w");
  writeSync(file, "cue,response\n");
  for (let start = 0; start < rows; start += 1000) {
    const length = Math.min(1000, rows - start);
    const lines = Array.from({ length }, (_, i) => {
      return `cue ${start + i},${names[Math.floor(labels * source.uniform() ** 2)]}\n`;
    });
    writeSync(file, lines.join(""));
  }
  closeSync(file);
}

/** Writes a task with the labels of such a file. A simulated server can answer it for any input. */
export function writeTask(path: string, labels: number): void {
  const phrases = ["name: cues", "person: a person", "sees: ONE cue", "event: answers a word"];
  const lists = ["label: response", "fields: [cue]", `labels: [${labelNames(labels).join(", ")}]`];
  writeFileSync(path, `${[...phrases, ...lists].join("\n")}\n`);
}

function labelNames(count: number): string[] {
  return Array.from({ length: count }, (_, label) => `WORD${label}`);
}

/** The arguments of a command that estimates such a file with PromptNCE. */
export function estimateOf(file: string, task: string, out: string): string[] {
  const columns = ["--task", task, "--x", "cue", "--y", "response"];
  return ["estimate", file, ...columns, "--methods", "promptnce", "--out", out];
}
