import type { Provider, Request } from "@promptnce/core";
import { estimateRun, requestKey, tokenCounter } from "@promptnce/providers";
import type { RunEstimate } from "@promptnce/providers";
import { confirmCost, estimateText, priceFor, storedReplies } from "@promptnce/providers/choose";
import { person } from "../person.ts";
import type { GivenModel } from "../chosen-model.ts";

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
  const sent = storedReplies(options.store, (key) => stored.add(key)).sent({ provider: name, model, settings }); // prettier-ignore
  const { rpm, tpm } = options;
  // Batches are bench's alone.
  const { batchCost: _, ...estimate } = estimateRun({
    questions: planned.map(({ request, expectedOutputTokens }) => ({
      prompt: request.prompt,
      expectedOutputTokens,
      stored: stored.has(requestKey({ provider: name, model, settings: sent, ...request })),
    })),
    tokens: await tokenCounter(name, model),
    price: await priceFor(options, { name, model }),
    limits: { ...(rpm !== undefined && { rpm }), ...(tpm !== undefined && { tpm }) },
  });
  return estimate;
}

/**
 * What to print instead of asking: what a dry run would ask and cost, or that a person said no.
 * `undefined` where there is nothing against it.
 *
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
  return (await confirmed(provider, estimate, options)) ? undefined : "Nothing was sent.\n";
}

/** Whether to go on: a person at a terminal is asked where the run may cost much, or an unknown sum. */
function confirmed(
  { name, model }: Provider,
  estimate: RunEstimate,
  { yes, confirmAbove }: GivenModel,
): Promise<boolean> {
  const anybody = process.stdin.isTTY && process.stderr.isTTY ? person : undefined;
  return confirmCost([{ name, model, estimate }], { yes: yes === true, confirmAbove }, anybody);
}
