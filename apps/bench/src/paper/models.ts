import type { Measured } from "@promptnce/report";

/** The models of the paper, those that GEM was run with last. Its figures are never recomputed here, only set beside ours. */
export const paperModels = {
  claude: "Claude Sonnet 4",
  gpt: "GPT-5.2",
  llama8b: "Llama 3.1 8B",
  llama70b: "Llama 3.1 70B",
} as const;

/** What the paper printed of each model; a text gives no standard error. */
export type Printed = Partial<Record<keyof typeof paperModels, Measured>>;

/** By task, then by whatever names a row. */
export type PrintedTable = Readonly<Record<string, Readonly<Record<string, Printed>>>>;

/** The models that it printed any of these of, in its order. */
export function printedModels(all: readonly (Printed | undefined)[]): (keyof Printed)[] {
  const keys = Object.keys(paperModels) as (keyof Printed)[];
  return keys.filter((key) => all.some((printed) => printed?.[key]));
}

/** One printed figure ± standard error. */
export function pm(value: number, standardError?: number): Measured {
  return { value, standardError };
}

/** The paper's columns: GPT-5.2, then Claude Sonnet 4. */
export function both(gpt: Measured, claude: Measured): Printed {
  return { gpt, claude };
}

/** The paper's figures of GEM, which needs open weights. */
export function llama(small: Measured, large?: Measured): Printed {
  return { llama8b: small, ...(large && { llama70b: large }) };
}

/** Where the paper shows Claude Sonnet 4 only. */
export function claude(value: number, standardError?: number): Printed {
  return { claude: pm(value, standardError) };
}
