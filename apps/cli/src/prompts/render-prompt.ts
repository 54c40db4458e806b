import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { type Kind, type Question, requestOf } from "@promptnce/core";
import { isObject } from "@promptnce/core/json";
import {
  modes,
  decisionsTemplates,
  structuredTemplates,
  taskTemplates,
  templates,
  tokensTemplates,
} from "@promptnce/prompts";
import { packTemplates } from "@promptnce/prompts/packs";
import type { PromptTemplate } from "@promptnce/prompts/writing";
import { UsageError } from "#command/errors";
import { DataError } from "@promptnce/rows/errors";
import { loadPacks, readTask } from "@promptnce/rows/tasks";
import { sayCodeOfPack } from "#command/terminal";
import { z } from "zod";

export interface PartOptions {
  /** The name of each field and its text. */
  readonly x?: readonly (readonly string[])[];
  readonly y?: string;
  readonly candidates?: readonly string[];
  /** A file with the parts as JSON, or `-` for standard input; options go before it. */
  readonly question?: string;
}

/** The full prompt as a run would send it, and its template as `id@version`. */
export async function renderPrompt(id: string, options: PartOptions & PromptSource) {
  const template = await templateNamed(id, options);
  const { task, kind, intervention } = template;
  const parts = await questionParts(kind, options);
  // Ways of asking that show no other pairs have the name of their template.
  const way =
    intervention !== undefined && parts["intervention"] === undefined
      ? { intervention: { name: intervention } }
      : {};
  checkShown(template, parts["intervention"]);
  const question = { ...parts, ...way, task, kind, sample: 0 } as unknown as Question;
  try {
    const { sample: _, template: __, ...request } = requestOf(template, question);
    return { template: `${template.id}@${template.version}`, ...request };
  } catch (error) {
    // The template's error is a sentence about a missing field or a repeated label.
    throw new UsageError((error as Error).message);
  }
}

/**
 * The source of prompts besides the built-in ones: a task file, which replaces them, or packs,
 * which take precedence.
 */
export interface PromptSource {
  readonly task?: string;
  readonly pack?: readonly string[];
}

async function templateNamed(
  name: string,
  { task: file, pack }: PromptSource,
): Promise<PromptTemplate> {
  // Ids alone find the current versions.
  const builtIn = [...templates, ...structuredTemplates, ...tokensTemplates, ...decisionsTemplates];
  const available = file === undefined ? await withPacks(pack, builtIn) : ofTask(file);
  const found = available.find(({ id, version }) => id === name || `${id}@${version}` === name);
  if (found !== undefined) return found;
  const choicesText =
    file === undefined
      ? '; "promptnce prompts list" names them, and words/open.structured is words/open in structured mode, words/open.tokens the one that is read from tokens, words/open.decisions the one for decision models'
      : ` in ${file}; there are ${available.map(({ id }) => id).join(", ")}`;
  throw new UsageError(`there is no prompt ${JSON.stringify(name)}${choicesText}`);
}

/** The prompts with those of packs, which replace built-in ones with the same id. */
export async function withPacks(
  names: readonly string[] | undefined,
  builtIn: readonly PromptTemplate[],
): Promise<readonly PromptTemplate[]> {
  const packs = await loadPacks(names, undefined, sayCodeOfPack);
  const packPrompts = modes.flatMap((mode) => packTemplates(packs, mode));
  return [
    ...new Map([...builtIn, ...packPrompts].map((template) => [template.id, template])).values(),
  ];
}

function ofTask(file: string): readonly PromptTemplate[] {
  const task = readTask(file);
  const all = modes.flatMap((mode) => taskTemplates(task, mode));
  return [...new Map(all.map((template) => [template.id, template])).values()];
}

/** The other pairs that two interventions show, which their names alone do not tell. */
const shown = new Map<string, string>([
  ["few-shot", '{"name":"few-shot","examples":[{"x":{"cue":"A"},"y":"B","conditional":0.2}]}'],
  ["distribution-aware", '{"name":"distribution-aware","quantiles":[0,0.1,0.2,0.3,0.9]}'],
]);

function checkShown({ id, intervention }: PromptTemplate, given: unknown): void {
  const example = intervention && shown.get(intervention);
  if (given !== undefined || example === undefined) return;
  throw new UsageError(
    `${id} needs an intervention: give it in the JSON of --question, as {"intervention":${example}}`,
  );
}

const input = z.record(z.string(), z.string());
const share = z.number().min(0).max(1);
const pair = { x: input, y: z.string() };

const candidates = z
  .array(z.string().refine((label) => label.trim() !== "", "a label is blank; give each a text"))
  .min(1);

const grounding = z.object({
  labels: z.array(z.string()).min(1),
  examples: z.array(z.object(pair)),
});

const intervention = z.discriminatedUnion("name", [
  z.object({ name: z.enum(["generate-then-rank", "log-scale-prior"]) }),
  z.object({
    name: z.literal("few-shot"),
    examples: z.array(z.object({ ...pair, conditional: share })).min(1),
  }),
  z.object({
    name: z.literal("distribution-aware"),
    quantiles: z.tuple([share, share, share, share, share]),
  }),
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
  ["likelihood", z.object({ x: z.union([input, nullContext]), y: z.string(), scoring })],
]);

/**
 * The parts of a question of this kind, from the options and the JSON. Parts of other kinds are
 * ignored.
 */
async function questionParts(kind: Kind, { x, y, candidates, question }: PartOptions) {
  const parts = {
    ...(question !== undefined && (await jsonOf(question))),
    ...(x !== undefined && { x: Object.fromEntries(x) }),
    ...(y !== undefined && { y }),
    ...(candidates !== undefined && { candidates }),
  };
  const parsed = (needed.get(kind) as z.ZodObject).safeParse(parts);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const part = issue?.path.join(".") ?? "";
  if (issue?.path.length === 1 && !Object.hasOwn(parts, part)) {
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
    throw new DataError(
      `${name} cannot be read (${code}): give the question as JSON, or - for standard input.`,
    );
  }
  try {
    const value: unknown = JSON.parse(source);
    if (isObject(value)) return value;
  } catch {
    // Text that is not JSON and JSON that is not an object get the same message.
  }
  throw new DataError(
    `${name} is not a JSON object: give the parts of the question, such as {"x":{"cue":"SHOVE"},"y":"PUSH"}.`,
  );
}
