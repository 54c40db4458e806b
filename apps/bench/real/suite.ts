import { spawn } from "node:child_process";
import { basename, join } from "node:path";
import { UsageError } from "@promptnce/command/errors";

/** One run of bench in the suite. */
export interface Part {
  /** The name of its folder. */
  readonly name: string;
  readonly title: string;
  readonly args: readonly string[];
}

/** What every model is asked, each part a run of bench. */
export const parts: readonly Part[] = [
  { name: "spoken", title: "Spoken: the paper's prompts, replies read", args: ["--pairs", "50"] },
  {
    name: "tokens",
    title: "From tokens: nothing said, the next token's probabilities read in two orders, and GEM",
    args: ["--pairs", "200", "--read-from", "tokens", "--rotations", "2"],
  },
];

const MAIN = join(import.meta.dirname, "../src/main.ts");

// However little of what a model says can be used, that is what is to be seen.
const ALWAYS = ["--experiment", "pmi,conditional", "--dev", "0", "--max-failures", "1", "--yes"];

/** A model as one names it: a GGUF file, the address of a server, or a name that `bench --model` takes. */
export function modelArguments(model: string): string[] {
  if (/^https?:/.test(model)) return ["--provider", "openai", "--base-url", model];
  return [
    "--model",
    model.endsWith(".gguf") && !model.startsWith("llama:") ? `llama:${model}` : model,
  ];
}

/** The folder of a model's runs if none is named: the name that it goes by. */
export function columnName(model: string, rest: readonly string[]): string {
  const named = /^https?:/.test(model) ? rest[rest.indexOf("--model") + 1] : model;
  if (named === undefined || named.startsWith("--")) {
    throw new UsageError("--model: name the model that the server is to be asked for");
  }
  const name = basename(named, ".gguf").replace(/^\w+:/, "");
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

/** A run of bench that did not come to its end. */
export class RunError extends Error {}

/**
 * Runs a part in `out`, in a process of its own that says on standard error how far it is; it goes on where it was.
 *
 * @throws RunError where bench ends with a code that leaves no tables.
 */
export async function runPart(
  part: Part,
  out: string,
  data: string,
  args: readonly string[],
): Promise<void> {
  const all = [
    MAIN,
    "--data",
    data,
    "--dataset",
    "words,chaosnli",
    ...ALWAYS,
    ...part.args,
    ...args,
    "--out",
    out,
  ];
  const child = spawn(process.execPath, all, { stdio: ["ignore", "ignore", "inherit"] });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on("error", reject).on("close", resolve),
  );
  // 4 and 5: some requests failed, or nothing could be scored. It is told in the document.
  if (code !== 0 && code !== 4 && code !== 5) {
    throw new RunError(`bench ended with ${code}: see above, then give the same command again`);
  }
}
