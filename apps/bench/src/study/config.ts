import { method, type MethodContext } from "@promptnce/core";
import { type DatasetName, datasetNames } from "@promptnce/datasets";
import { modes } from "@promptnce/prompts";
import { modelMistakes, modelsOf, scorers, vendors } from "@promptnce/providers/choose";
import { z } from "zod";

const syntheticDatasets = ["synthetic-words", "synthetic-chaosnli", "synthetic-goemotions"] as const;

/** The methods of Figure 1: the paper's five, and two with the counted marginal. */
const defaultMethods: readonly string[] = [
  "direct-pmi",
  "direct-split",
  "infonce",
  "marginalnce",
  "promptnce",
  "direct-split:empirical",
  "promptnce:empirical",
];

/** For what is asked of a method but its estimates: what it is called. */
export const noContext: MethodContext = { grounding: { examples: [], labels: [] }, marginal: new Map() };

/** A number, as a text too; a blank text, as of a variable that is not set, is none and not 0. */
const number = <T extends z.ZodType<number>>(schema: T) =>
  z.preprocess((value, context) => {
    if (typeof value !== "string" || value.trim() !== "") return value;
    context.addIssue({ code: "custom", message: "a number is missing" });
    return z.NEVER;
  }, schema);
const whole = (least: number, most: number = Number.MAX_SAFE_INTEGER) =>
  number(z.coerce.number().int().min(least).max(most));
const list = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (typeof value === "string" ? value.split(",") : value), z.array(item).min(1));

const jsonObject = z.string().transform((text, context): Record<string, unknown> => {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: "custom", message: `not a JSON object: ${text}` });
    return z.NEVER;
  }
});

/** What a run is told, checked. Texts of the command line become numbers and lists. */
const configSchema = z
  .object({
    dataset: list(z.enum([...datasetNames, ...syntheticDatasets])).optional(),
    data: z.string().min(1).optional(),
    experiment: list(z.string().min(1)).optional(),
    provider: z.enum(["simulated", ...vendors.map(({ name }) => name)]).optional(),
    profile: z.enum(["truthful", "model-like"]).default("model-like"),
    model: list(z.string().min(1)).default([]),
    baseUrl: z.string().optional(),
    scoring: z.enum(scorers).optional(),
    keyEnv: z.string().min(1).optional(),
    settings: jsonObject.optional(),
    mode: z.enum(modes).default("faithful"),
    methods: list(z.string().min(1)).default([...defaultMethods]),
    k: whole(2).default(5),
    pairs: whole(3).default(500),
    dev: whole(0).default(200),
    seed: z.string().min(1).default("1"),
    concurrency: whole(1, 1000).default(8),
    rpm: number(z.coerce.number().positive()).optional(),
    tpm: number(z.coerce.number().positive()).optional(),
    maxTokens: whole(1).optional(),
    timeout: number(z.coerce.number().positive()).optional(),
    budget: number(z.coerce.number().nonnegative()).optional(),
    priceIn: number(z.coerce.number().nonnegative()).optional(),
    priceOut: number(z.coerce.number().nonnegative()).optional(),
    confirmAbove: number(z.coerce.number().nonnegative()).default(1),
    yes: z.boolean().default(false),
    batch: z.boolean().default(false),
    store: z.string().min(1).optional(),
    out: z.string().min(1).default("out"),
    dryRun: z.boolean().default(false),
  })
  .strict()
  .superRefine((given, context) => {
    const fail = (path: string, message: string): void => context.addIssue({ code: "custom", path: [path], message });
    for (const [option, message] of modelMistakes(given)) fail(option, message);
    if (given.data === undefined && given.dataset?.some((name) => isReal(name))) {
      fail("data", "the datasets of the paper need the folder their files are in");
    }
    for (const id of given.methods) {
      try {
        method(id, noContext);
      } catch (error) {
        fail("methods", (error as Error).message);
      }
    }
  })
  .transform(({ provider, model, ...given }) => ({
    ...given,
    // Each once, by the name that tables give it: `direct-split:grounded` is `direct-split`.
    methods: [...new Set(given.methods.map((id) => method(id, noContext).id))],
    models: modelsOf(model, provider, given.profile),
    dataset: [...new Set(given.dataset ?? (given.data === undefined ? syntheticDatasets : datasetNames))],
    store: given.store ?? `${given.out}/replies.jsonl`,
  }));

/** The settings of one run. */
export type Config = z.output<typeof configSchema>;

/** Whether nobody but the simulated respondent is asked. */
export function isSimulated({ models }: Pick<Config, "models">): boolean {
  return models.every(({ provider }) => provider === "simulated");
}

export function isReal(name: string): name is DatasetName {
  return (datasetNames as readonly string[]).includes(name);
}

/** The settings, or the first thing wrong with them in one sentence that names the option. */
export function parseConfig(given: unknown): Config | { readonly wrong: string } {
  const parsed = configSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const option = String(issue?.path[0] ?? "").replace(/[A-Z]/, (c) => `-${c.toLowerCase()}`);
  return { wrong: `--${option}: ${issue?.message ?? "not understood"}` };
}
