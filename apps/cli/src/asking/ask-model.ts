import type { Progress, Provider } from "@promptnce/core";
import type { Journal } from "@promptnce/providers";
import { fillByBatches, type GivenModel } from "@promptnce/providers/choose";
import { forecast, insteadOfAsking, openStore } from "@promptnce/providers/run";
import type { Planned, SessionOptions } from "@promptnce/providers/run";
import { type AskedModel, sayOnStandardError } from "../options/chosen-model.ts";
import { personAtTerminal, progressNote, showProgress } from "../terminal/terminal.ts";

/** Who is asked, and for how much money without a question. */
export interface Asking extends AskedModel {
  readonly given: Pick<GivenModel, "yes" | "confirmAbove" | "maxFailures" | "retryFailed" | "resubmitLost">;
}

/** What is asked of the model. */
export interface Asks {
  readonly provider: Provider;
  /** Gone through anew for each round of batches. */
  readonly asks: readonly Planned[] | AsyncIterable<Planned>;
  /** The same for the forecast, where it is shown how far that is. */
  readonly counted?: Asks["asks"];
  /** Aborting asks nothing new. */
  readonly signal: AbortSignal;
}

/**
 * What `ask` makes of the model over its journal, which batches have filled before where they were wanted; `batched` is
 * how many questions they answered. `undefined` of a dry run, whose text is then on standard output. A person is asked
 * before what may cost much; a simulated respondent costs nothing.
 *
 * @throws Interrupted where the person says no, UsageError where nobody can be asked, and what `ask` throws.
 */
export async function askModel<T>(
  asking: Asking,
  { provider, asks, counted = asks, signal }: Asks,
  ask: (journal: Journal, batched: number) => Promise<T>,
): Promise<T | undefined> {
  const { given, batch, choice, store, model } = asking;
  const { dryRun } = model;
  const { person } = watching(asking);
  if (dryRun || choice.provider !== "simulated") {
    const text = await insteadOfAsking(
      async () => [await forecast([{ provider, requests: counted }], model)],
      { ...given, dryRun, batch },
      person,
    );
    if (text !== undefined) return void process.stdout.write(text);
  }
  using journal = openStore(store, sayOnStandardError);
  const filling = { ...given, model, batch, person, journal, signal, say: sayOnStandardError };
  const batched = await fillByBatches([{ choice, asks }], filling);
  return await ask(journal, batched);
}

/** How a session over the model watches for what is of no use, in the words of the command line. */
export function watching({ given: { maxFailures, retryFailed, yes }, model: prices }: Asking): Watching {
  const person = yes ? undefined : personAtTerminal(() => import("@clack/prompts"));
  return { maxFailures, retryFailed, person, prices };
}

type Watching = Pick<SessionOptions, "maxFailures" | "retryFailed" | "person" | "prices">;

/** Asks so many things, showing on standard error how far it is. */
export async function showAsking<T>(
  total: number,
  ask: (onProgress: (progress: Omit<Progress, "inFlight">) => void) => Promise<T>,
): Promise<T> {
  const display = showProgress(total, process.stderr, { doing: "asking", did: "asked" });
  try {
    return await ask((progress) => display.update(progress.done, progressNote(progress)));
  } finally {
    display.stop();
  }
}
