import { existsSync, readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { checkPlace, replaceFile, UsageError } from "@promptnce/providers/choose";
import { shellWord } from "#report/terminal";
import { askTask, type GivenAnswers, names } from "./ask-task.ts";
import { taskYaml } from "./task-yaml.ts";

export interface InitOptions extends GivenAnswers {
  readonly plural?: string;
  readonly example?: true;
  readonly force?: true;
}

/** Asks what is not given and writes the task. Says where to go on. */
export async function initTask(file: string, options: InitOptions): Promise<void> {
  if (options.example) {
    process.stdout.write(readFileSync(new URL("../../examples/moods.yaml", import.meta.url)));
    return;
  }
  if (existsSync(file) && !options.force) {
    throw new UsageError(`${file} is there already; name another file, or say --force`);
  }
  checkPlace(file, "");
  const missing = names.filter((name) => options[name] === undefined);
  if (missing.length > 0 && !(process.stdin.isTTY && process.stderr.isTTY)) {
    throw new UsageError(
      `--${missing[0]}: nobody can be asked without a terminal; give ${missing.map((name) => `--${name}`).join(", ")}, or take --example to change it`,
    );
  }
  const answers = await askTask(options);
  replaceFile(file, taskYaml(nameOf(file), answers, options.plural), "");
  process.stderr.write(`Wrote ${file}. Its prompts:\n  promptnce task show ${shellWord(file)}\n`);
}

/** The file's name, as ids of templates need it. */
export function nameOf(file: string): string {
  const stem = basename(file, extname(file)).toLowerCase();
  const name = stem.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^[^a-z]+|-+$/g, "");
  return name === "" ? "task" : name;
}
