import { existsSync } from "node:fs";
import { basename, extname } from "node:path";
import { checkPlace, replaceFile, UsageError } from "@promptnce/providers/choose";
import { DataError, inputFormat, readRows, survey, tableFile } from "@promptnce/rows";
import { checkOwnFiles, shellWord } from "#report/terminal";
import { askTask, type GivenAnswers, missingAnswers } from "./ask-task.ts";
import { exampleTask, taskYaml, type TaskMore } from "./task-yaml.ts";

export interface InitOptions extends GivenAnswers {
  readonly plural?: string;
  /** Rows to take four examples from, and the column of their label. */
  readonly rows?: string;
  readonly y?: string;
  readonly example?: true;
  readonly force?: true;
}

/** Asks what is not given and writes the task. Says where to go on. */
export async function initTask(file: string, options: InitOptions): Promise<void> {
  if (options.example) {
    process.stdout.write(exampleTask());
    return;
  }
  checkOwnFiles(
    [{ path: file, option: "task init", is: "the task" }],
    [{ path: options.rows, is: "the file the examples come from" }],
  );
  if (existsSync(file) && !options.force) {
    throw new UsageError(`${file} is there already; name another file, or say --force`);
  }
  checkPlace(file, "");
  const missing = missingAnswers(options);
  if (missing.length > 0 && !(process.stdin.isTTY && process.stderr.isTTY)) {
    throw new UsageError(
      `--${missing[0]}: nobody can be asked without a terminal; give ${missing.map((name) => `--${name}`).join(", ")}, or take --example to change it`,
    );
  }
  const answers = await askTask(options);
  const { plural } = options;
  const examples = await examplesOf(options, answers.fields);
  const name = nameOf(file);
  const text = taskYaml(name, answers, { plural, examples });
  replaceFile(file, text, "");
  const word = shellWord(file);
  process.stderr.write(
    `Wrote ${file}. Next: promptnce task show ${word}, then promptnce estimate ROWS --task ${word}\n`,
  );
}

async function examplesOf({ rows, y }: InitOptions, fields: readonly string[]): Promise<TaskMore["examples"]> {
  if (rows === undefined) return undefined;
  if (y === undefined) throw new UsageError("--y: say which column of the rows holds the label");
  const columns = { x: fields.map((field) => ({ field, column: field })), y };
  const file = await tableFile({ path: rows, format: inputFormat(rows, undefined) });
  const { examples } = await survey(readRows(file, columns), { columns, file: rows, seed: "1" });
  if (examples.length < 4) {
    throw new DataError(
      `${rows} has ${examples.length} different inputs: four are needed for examples; leave --rows out.`,
    );
  }
  return examples.map(({ x, y: label }) => ({ x: { ...x }, y: label }));
}

/** The file's name, as ids of templates need it. */
function nameOf(file: string): string {
  const stem = basename(file, extname(file)).toLowerCase();
  const name = stem.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^[^a-z]+|-+$/g, "");
  return name === "" ? "task" : name;
}
