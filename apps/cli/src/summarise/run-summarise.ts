import { classOf, ClassDataError, readAttempts } from "@promptnce/case-study";
import { summaryPrompt } from "@promptnce/prompts";
import type { Provider, Reply } from "@promptnce/core";
import { cached, isSimulatedReply } from "@promptnce/providers";
import { askTexts, isWhole } from "./ask-texts.ts";
import {
  type AskedModel,
  askedModel,
  fillJournal,
  type GivenModel,
  sayOnStandardError,
  tellLeftOut,
} from "../options/chosen-model.ts";
import { modelName } from "@promptnce/rows";
import { printable } from "../terminal/terminal.ts";
import { personAtTerminal, showProgress } from "../terminal/terminal.ts";
import { modelProvider } from "@promptnce/providers/choose";
import { forecast, insteadOfAsking, openStore } from "@promptnce/providers/run";
import { simulatedSummaries } from "../asking/simulated-summaries.ts";
import type { WrittenSummary } from "./summaries-csv.ts";

export interface SummariseOptions extends GivenModel {
  readonly window: number;
  readonly events?: readonly string[];
  readonly kind?: string;
  readonly store: string;
}

/** What a model wrote, and what it did not. */
export interface Summarised {
  readonly summaries: readonly WrittenSummary[];
  /** Students with fewer different attempts than the window has. */
  readonly short: number;
  /** Students of whom no whole text came back. */
  readonly without: readonly string[];
  readonly simulated: boolean;
  /** Whether the simulated server wrote any of them, in the place of a model. */
  readonly rehearsed: boolean;
}

/** Three to six sentences. */
const expectedOutputTokens = 150;

/**
 * A summary of each student from the first attempts, by the model that is named or, where none is, by
 * a program that says so. Nothing comes of a dry run but its text.
 */
export async function runSummarise(
  path: string,
  options: SummariseOptions,
  signal: AbortSignal,
): Promise<Summarised | { readonly text: string }> {
  const { window, events, store, concurrency } = options;
  const { rows, notes } = await readAttempts(path, events);
  for (const note of notes) process.stderr.write(`${printable(note)}\n`);
  const { students, short } = classOf(rows, [], { window });
  const able = students.filter(({ id }) => !short.includes(id));
  if (able.length === 0) {
    throw new ClassDataError(
      `No student has ${window} different attempts, as many as the window has: give a smaller --window.`,
    );
  }
  const prompts = able.map((student) => summaryPrompt.render(student.window));
  const asked = askedModel(options, store);
  const provider =
    asked.choice.provider === "simulated" ? simulatedSummaries : await modelProvider(asked.model, asked.choice);
  const planned = prompts.map((prompt) => ({
    request: { prompt, sample: 0 },
    expectedOutputTokens,
  }));
  const text = await insteadOfAsking(
    async () => [await forecast([{ provider, requests: planned }], asked.model)],
    options,
    personAtTerminal(() => import("@clack/prompts")),
  );
  if (text !== undefined) return { text };
  const { texts, rehearsed } = await askAll(prompts, provider, { asked, concurrency, signal });
  const template = `${summaryPrompt.id}@${summaryPrompt.version}`;
  const kind = options.kind ?? (provider === simulatedSummaries ? "simulated" : provider.model);
  return {
    summaries: able.flatMap(({ id: student }, i) => {
      const summary = texts[i];
      return summary === undefined
        ? []
        : [{ student, kind, summary, window, template, model: modelName(provider, rehearsed) }];
    }),
    short: short.length,
    without: able.filter((_, i) => texts[i] === undefined).map(({ id }) => id),
    simulated: provider === simulatedSummaries,
    rehearsed,
  };
}

/** The texts that came back, in the order of the prompts; `undefined` where none was whole. */
async function askAll(
  prompts: readonly string[],
  provider: Provider,
  { asked, concurrency, signal }: { asked: AskedModel; concurrency: number; signal: AbortSignal },
): Promise<{ texts: readonly (string | undefined)[]; rehearsed: boolean }> {
  using journal = openStore(asked.store, sayOnStandardError);
  const asks = prompts.map((prompt) => ({ request: { prompt, sample: 0 }, readable: isWhole }));
  await fillJournal(asked, asks, { journal, signal });
  const display = showProgress(prompts.length, process.stderr, { doing: "asking", did: "asked" });
  const count = { done: 0, stored: 0 };
  let rehearsed = false;
  const onReply = (reply: Reply): void => {
    count.done++;
    if (reply.stored) count.stored++;
    rehearsed ||= isSimulatedReply(reply);
    display.update(count.done, `${count.stored} from store`);
  };
  try {
    const asking = {
      provider: cached(provider, journal, { onLeftOut: tellLeftOut(provider.model) }),
      concurrency: concurrency * 4,
      signal,
      onReply,
    };
    return { texts: await askTexts(prompts, asking), rehearsed };
  } finally {
    display.stop();
  }
}
