import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { Kind } from "@promptnce/core";
import { UsageError } from "@promptnce/providers/choose";
import { z } from "zod";
import { DataError } from "@promptnce/rows";

/** As the command line gives them. */
export interface PartOptions {
  /** The name of each field and its text. */
  readonly x?: readonly (readonly string[])[];
  readonly y?: string;
  readonly candidates?: readonly string[];
  /** A file with the parts as JSON, or `-` for standard input; options go before it. */
  readonly question?: string;
}

const input = z.record(z.string(), z.string());
const share = z.number().min(0).max(1);
const pair = { x: input, y: z.string() };

const candidates = z
  .array(z.string().refine((label) => label.trim() !== "", "a label is blank; give each a text"))
  .min(1);

const grounding = z.object({ labels: z.array(z.string()).min(1), examples: z.array(z.object(pair)) });

const intervention = z.discriminatedUnion("name", [
  z.object({ name: z.enum(["generate-then-rank", "log-scale-prior"]) }),
  z.object({ name: z.literal("few-shot"), examples: z.array(z.object({ ...pair, conditional: share })).min(1) }),
  z.object({ name: z.literal("distribution-aware"), quantiles: z.tuple([share, share, share, share, share]) }),
]);

const scoring = z
  .object({
    template: z.enum(["chat", "plain"]).default("chat"),
    span: z.enum(["assistant-turn", "content"]).default("assistant-turn"),
  })
  .prefault({});

const nullContext = z.enum(["not-available", "empty", "premise"]);

const needed = new Map<Kind, z.ZodObject>([
  ["pmi", z.object(pair)],
  ["conditional", z.object({ ...pair, intervention: intervention.optional() })],
  ["closed", z.object({ x: input, candidates })],
  ["open", z.object({ x: input, candidates })],
  ["marginal", z.object({ y: z.string() })],
  ["grounded", z.object({ y: z.string(), grounding })],
  ["base-rates", z.object({ candidates, grounding })],
  ["identify", z.object({ x: input, candidates })],
  ["likelihood", z.object({ x: z.union([input, nullContext]), y: z.string(), scoring })],
]);

/**
 * What a question of a kind is made of, from the options and the JSON; parts of other kinds are left out.
 *
 * @throws DataError where the JSON cannot be read.
 * @throws UsageError naming the first part that is missing or wrong.
 */
export async function questionParts(kind: Kind, { x, y, candidates, question }: PartOptions) {
  const given = {
    ...(question !== undefined && (await jsonOf(question))),
    ...(x !== undefined && { x: Object.fromEntries(x) }),
    ...(y !== undefined && { y }),
    ...(candidates !== undefined && { candidates }),
  };
  const parsed = (needed.get(kind) as z.ZodObject).safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const part = issue?.path.join(".") ?? "";
  if (issue?.path.length === 1 && !Object.hasOwn(given, part)) {
    throw new UsageError(`a prompt of the kind ${kind} needs ${part}: ${howToGive(part)}`);
  }
  throw new UsageError(`${part} of the question is wrong: ${issue?.message ?? "of another shape"}`);
}

function howToGive(part: string): string {
  if (part === "x") return "say --x FIELD=TEXT for each field";
  if (part === "y") return "say --y LABEL";
  if (part === "candidates") return "say --candidates LABEL,LABEL";
  return 'give it in the JSON of --question, as {"grounding":{"labels":["A"],"examples":[{"x":{"cue":"B"},"y":"A"}]}}';
}

async function jsonOf(path: string): Promise<object> {
  const name = path === "-" ? "standard input" : path;
  let source: string;
  try {
    source = path === "-" ? await text(process.stdin) : await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new DataError(`${name} cannot be read (${code}): give the question as JSON, or - for standard input.`);
  }
  try {
    const value: unknown = JSON.parse(source);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // The same sentence for what is no JSON and for JSON that is no object.
  }
  throw new DataError(
    `${name} is no JSON object: give the parts of the question, as {"x":{"cue":"SHOVE"},"y":"PUSH"}.`,
  );
}
