import type { Provider } from "@promptnce/core";
import { tokenizedText } from "@promptnce/prompts";
import { checkModelsOfNew, fillStore, openStore } from "#command";
import { print, say } from "#command/start";
import { asFlag } from "#command/errors";
import {
  forecast,
  insteadOfAsking,
  scoredExample,
  session,
  type PlannedInquiry,
  type Session,
} from "@promptnce/engine/run";
import { type AskedModel } from "../options/chosen-model.ts";
import { personAtTerminal, withEndNoted } from "#command/terminal";

interface Asks {
  readonly provider: Provider;
  /** The planned requests. Each round of batches iterates over them again. */
  readonly asks: Iterable<PlannedInquiry> | AsyncIterable<PlannedInquiry>;
  /** The same requests for the forecast, with its progress shown. */
  readonly counted?: Asks["asks"];
  /** How many of them are under way at once; all by default. */
  readonly inHand?: number;
  readonly signal: AbortSignal;
}

/**
 * The maximum number of unreadable replies kept with their texts, so that a browser can still open
 * a page with them.
 */
const UNREADABLE = 200;

/**
 * Opens a session over the model's journal and returns the result of `ask`, whose `batched` is the
 * number of questions that batches or workers answered first. A dry run prints its text and returns
 * `undefined`. Before a request that may cost much, asks the user at the terminal; not for a
 * simulated respondent.
 *
 * @throws Interrupted if the user declines
 */
export async function askModel<T>(
  { given, choice, store, model }: AskedModel,
  { provider, asks, counted = asks, inHand, signal }: Asks,
  ask: (asking: Session, batched: number) => Promise<T>,
): Promise<T | undefined> {
  const { dryRun } = model;
  const { maxFailures, retryFailed } = given;
  const person = given.yes ? undefined : personAtTerminal();
  if (dryRun || choice.provider !== "simulated") {
    const example = dryRun
      ? await scoredExample([{ provider, requests: asks }], tokenizedText)
      : "";
    const planned = { provider, requests: counted, inHand };
    const text = await insteadOfAsking(
      async () => [await forecast([planned], model)],
      { ...given, dryRun, example, writeOption: asFlag },
      person,
    );
    if (text !== undefined) {
      print(text);
      return undefined;
    }
  }
  await checkModelsOfNew(store, model, [choice]);
  await using opened = await openStore(store, say, given);
  const filling = { ...given, model, person, store: opened, signal, say };
  const told = { person, texts: UNREADABLE, writeOption: asFlag };
  const watching = { maxFailures, retryFailed, prices: model, ...told };
  // Called as soon as the vendor rejects a requested setting.
  const onLeftOut = (name: string, value: unknown): void =>
    say(`Not sent: ${name} = ${JSON.stringify(value)}, which ${provider.model} rejects.`);
  return await withEndNoted(store, signal, async () => {
    const batched = await fillStore([{ choice, asks }], filling);
    // Opened after the batches, by which the store may have learnt what the model rejects.
    const asking = session({ ...watching, provider, store: opened, onLeftOut });
    return ask(asking, batched);
  });
}
