import type { Provider, Request } from "@promptnce/core";
import { estimateRun, requestKey, tokenCounter } from "@promptnce/providers";
import type { RunEstimate } from "@promptnce/providers";
import {
  confirmCost,
  Ended,
  estimateText,
  personAtTerminal,
  priceFor,
  storedReplies,
} from "@promptnce/providers/choose";
import type { GivenModel } from "../options/chosen-model.ts";

/** A request that is to be sent, and how long its reply will be. */
interface Planned {
  readonly request: Request;
  readonly expectedOutputTokens: number;
}

/** What is still to be asked, and what that will take. */
async function forecast(
  planned: readonly Planned[],
  { name, model, settings }: Provider,
  options: GivenModel & { readonly store: string },
): Promise<RunEstimate> {
  const stored = new Set<string>();
  const sent = storedReplies(options.store, (key) => stored.add(key)).sent({ provider: name, model, settings });
  const { rpm, tpm } = options;
  return estimateRun({
    questions: planned.map(({ request, expectedOutputTokens }) => ({
      prompt: request.prompt,
      expectedOutputTokens,
      stored: stored.has(requestKey({ provider: name, model, settings: sent, ...request })),
    })),
    tokens: await tokenCounter(name, model),
    price: await priceFor(options, { name, model }),
    limits: { ...(rpm !== undefined && { rpm }), ...(tpm !== undefined && { tpm }) },
  });
}

/**
 * What a dry run prints instead of asking: what would be asked, and its cost. `undefined` of a run
 * that has nothing against it.
 *
 * @throws Ended where a person says no.
 * @throws UsageError where nobody can be asked and `--yes` was not given.
 */
export async function insteadOfAsking(
  planned: readonly Planned[],
  provider: Provider,
  options: GivenModel & { readonly store: string },
): Promise<string | undefined> {
  const { name, model } = provider;
  const estimate = await forecast(planned, provider, options);
  if (options.dryRun) return `${estimateText({ name, model, estimate })}Nothing was sent.\n`;
  if (await confirmed(provider, estimate, options)) return undefined;
  throw new Ended("Nothing was sent.");
}

/** Whether to go on: a person at a terminal is asked where the run may cost much, or an unknown sum. */
function confirmed(
  { name, model }: Provider,
  estimate: RunEstimate,
  { yes, confirmAbove, batch = false }: GivenModel,
): Promise<boolean> {
  const person = personAtTerminal(() => import("@clack/prompts"));
  return confirmCost([{ name, model, estimate }], { yes: yes === true, confirmAbove, batch }, person);
}
