import { spawn } from "node:child_process";
import { basename, join } from "node:path";
import { RunError } from "../src/output/document-program.ts";
import { UsageError } from "@promptnce/command/errors";
import { readFromOf } from "@promptnce/command";

/** One run of bench in the suite. */
export interface Part {
  /** The name of its folder. */
  readonly name: string;
  /** Whether it is for models that make decisions and nothing else; the others are for all others. */
  readonly decides?: true;
  readonly title: string;
  readonly args: readonly string[];
  /** The names of the run's tables that the document shows; all by default. */
  readonly shown?: readonly string[];
}

/** The questions for a model; each part is one run of bench. */
export const parts: readonly Part[] = [
  { name: "spoken", title: "Spoken: the paper's prompts, replies read", args: ["--pairs", "50"] },
  {
    name: "tokens",
    title: "From tokens: the next token's probabilities, read in two orders, and GEM",
    args: ["--pairs", "200", "--read-from", "tokens", "--rotations", "2"],
  },
  {
    name: "decided",
    decides: true,
    title: "Decided: the probability of each option, in two orders",
    args: ["--pairs", "200", "--rotations", "2", "--experiment", "decisions"],
    shown: ["decisions-people"],
  },
];

/** The parts for a model, of those with these names where some are named. */
export function partsFor(model: string, names: readonly string[] | undefined): readonly Part[] {
  const decides = readFromOf({ model: [model] }) === "decisions";
  return parts.filter((part) =>
    names === undefined ? (part.decides ?? false) === decides : names.includes(part.name),
  );
}

const MAIN = join(import.meta.dirname, "../src/main.ts");

// The runs report a model's results even if few of its replies are usable.
const ALWAYS = ["--experiment", "pmi,conditional", "--dev", "0", "--max-failures", "1", "--yes"];

/**
 * The bench arguments for a model: a GGUF file, the URL of a server, or a name that `bench --model`
 * takes.
 */
export function modelArguments(model: string): string[] {
  if (/^https?:/.test(model)) return ["--provider", "openai", "--base-url", model];
  return [
    "--model",
    model.endsWith(".gguf") && !model.startsWith("llama:") ? `llama:${model}` : model,
  ];
}

/** The default name of the folder for a model's runs. */
export function columnName(model: string, rest: readonly string[]): string {
  const named = /^https?:/.test(model) ? rest[rest.indexOf("--model") + 1] : model;
  if (named === undefined || named.startsWith("--")) {
    throw new UsageError("--model: name the model that the server is to be asked for");
  }
  const name = basename(named, ".gguf").replace(/^\w+:/, "");
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

/**
 * Runs a part in `out`, in its own process that reports progress on standard error. A partial run
 * is resumed.
 *
 * @throws RunError if bench ends with a code that leaves no tables
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
    "words,chaosnli,goemotions",
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
  // Codes 4 and 5: some requests failed, or nothing could be scored. The document reports it.
  if (code !== 0 && code !== 4 && code !== 5) {
    throw new RunError(`bench ended with ${code}: see above, then give the same command again`);
  }
}
