import type { Asking } from "@promptnce/core";
import { tokenizedText } from "@promptnce/prompts";
import { fillStore } from "#command";
import { asFlag } from "#command/errors";
import { forecast, insteadOfAsking, scoredExample, session } from "@promptnce/engine/run";
import { openStore } from "#command";
import type { Planned } from "@promptnce/engine/money";
import type { Session } from "@promptnce/engine/run";
import { type AskedModel, sayOnStandardError } from "../options/chosen-model.ts";
import { personAtTerminal, withEndNoted } from "#command/terminal";

interface Asks extends Asking {
  /** Gone through anew for each round of batches. */
  readonly asks: readonly Planned[] | AsyncIterable<Planned>;
  /** The same for the forecast, where it is shown how far that is. */
  readonly counted?: Asks["asks"];
  /** Additional lines of output for a dry run. */
  readonly notes?: string;
  readonly signal: AbortSignal;
}

/** So many unreadable replies are kept with their texts: a page with them stays a file that a browser opens. */
const UNREADABLE = 200;

/**
 * What `ask` makes of the model's session over its journal, where batches or workers, if wanted, have answered `batched`
 * questions before; `undefined` of a dry run, whose text is then on standard output. A person is asked before
 * what may cost much, which no simulated respondent does; one who says no is an Interrupted.
 */
export async function askModel<T>(
  { given, choice, store, model }: AskedModel,
  { provider, findTemplate, asks, counted = asks, notes = "", signal }: Asks,
  ask: (asking: Session, batched: number) => Promise<T>,
): Promise<T | undefined> {
  const { dryRun } = model;
  const { maxFailures, retryFailed } = given;
  const person = given.yes ? undefined : personAtTerminal();
  if (dryRun || choice.provider !== "simulated") {
    const example = dryRun
      ? await scoredExample([{ provider, requests: asks }], tokenizedText)
      : "";
    const text = await insteadOfAsking(
      async () => [await forecast([{ provider, requests: counted }], model)],
      { ...given, dryRun, notes, example, writeOption: asFlag },
      person,
    );
    if (text !== undefined) return void process.stdout.write(text);
  }
  await using opened = await openStore(store, sayOnStandardError);
  const filling = { ...given, model, person, store: opened, signal, say: sayOnStandardError };
  const batched = await fillStore([{ choice, asks }], filling);
  const told = { person, texts: UNREADABLE, writeOption: asFlag };
  const watching = { maxFailures, retryFailed, prices: model, ...told };
  // At once, where a setting that was asked for is rejected.
  const onLeftOut = (name: string, value: unknown): void =>
    sayOnStandardError(
      `Not sent: ${name} = ${JSON.stringify(value)}, which ${provider.model} rejects.`,
    );
  const asking = session({ ...watching, provider, findTemplate, store: opened, onLeftOut });
  return await withEndNoted(store, signal, () => ask(asking, batched));
}
