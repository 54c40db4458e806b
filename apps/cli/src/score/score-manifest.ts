import { createHash } from "node:crypto";
import type { ReadClass } from "@promptnce/case-study";
import type { Provider, Source } from "@promptnce/core";
import { structuredTemplates, templates } from "@promptnce/prompts";
import { readJournal, totals } from "@promptnce/providers";
import type { JournalRecord, Price } from "@promptnce/providers";
import type { Asked } from "./ask-score.ts";
import { thisProgram } from "../terminal/this-program.ts";
import type { ScorePlan } from "./plan-score.ts";

export interface ScoreManifestParts {
  /** The options that decide the numbers. */
  readonly run: object;
  readonly readClass: ReadClass;
  readonly sources: readonly Source[];
  readonly simulated: string | undefined;
  readonly provider: Provider;
  readonly plan: ScorePlan;
  readonly asked: Asked;
  readonly store: string;
  readonly price: Price | undefined;
}

/** The record of a run; a page shows some of it by itself. */
export interface ScoreManifest {
  readonly class: Record<string, unknown> & {
    readonly students: number;
    readonly attempts: number;
  };
  readonly counts: {
    readonly [name: string]: number;
    readonly questions: number;
    readonly unreadable: number;
  };
  readonly cost: { readonly usd: number | null; readonly price: string };
  readonly [field: string]: unknown;
}

/** What a reader needs to know, and to make the same run again. No paths, no keys, no code. */
export function scoreManifest(parts: ScoreManifestParts): ScoreManifest {
  const { run, readClass, sources, simulated, provider, plan, asked, store, price } = parts;
  let cost = 0;
  for (const { reply } of recordsOf(store, asked.keys)) {
    if (reply.usage && price) cost += price.cost(reply.usage);
  }
  const { students, attempts, repeats, blank, short } = readClass;
  return {
    program: thisProgram(),
    simulated: simulated ?? false,
    run,
    class: { students: students.length, attempts, repeats, blank, tooFewAttempts: short.length, sources },
    provider: {
      name: provider.name,
      model: provider.model,
      settings: asked.settings,
      ...(Object.keys(asked.leftOut).length > 0 && { leftOut: asked.leftOut }),
    },
    comparisons: plan.jobs.map(({ variant, name, comparisons, skipped }) => {
      return { variant, method: name, comparisons: comparisons.length, skipped: skipped.length };
    }),
    templates: [...templates, ...structuredTemplates]
      .filter(({ id, version }) => asked.templates.has(`${id}@${version}`))
      .map(({ id, version, body }) => ({ id, version, sha256: sha256(body) })),
    counts: {
      questions: plan.questions.length,
      asked: asked.added,
      fromStore: asked.keys.size - asked.added,
      unreadable: asked.unreadable,
    },
    totals: totals(recordsOf(store, asked.keys)),
    cost: price ? { usd: cost, price: price.source } : { usd: null, price: "unknown: give --price-in and --price-out" },
  };
}

/** The replies that a run rests on, whenever they were paid for, one at a time. */
function* recordsOf(store: string, keys: ReadonlySet<string>): Generator<JournalRecord> {
  // Damage was reported when the journal was opened.
  for (const record of readJournal(store, () => {})) if (keys.has(record.key)) yield record;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
