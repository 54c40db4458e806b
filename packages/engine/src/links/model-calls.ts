import type { Link } from "@promptnce/core";
import { type BudgetOptions, budgeted } from "./budgeted.ts";
import { type PacedOptions, paced } from "./paced.ts";
import { reached } from "./reached.ts";
import { type RetriedOptions, retried } from "./retried.ts";
import { together } from "./together.ts";

/** The options of the links around the calls of one model. */
export interface ModelCallsOptions {
  readonly retry?: RetriedOptions | undefined;
  readonly pace?: PacedOptions | undefined;
  /** Without it nothing limits what is spent. */
  readonly budget?: BudgetOptions | undefined;
  /** A link of the caller's own, next to the adapter: it sees each call that is sent. */
  readonly nearest?: Link | undefined;
}

/**
 * All that is done around a model's calls, in this order:
 *
 * 1. `cached` answers from the store, and stores the outcome of each attempt; `session` puts it and
 *    the next one around the links below.
 * 2. `watched` shows replies to the run, which may end early.
 * 3. `together` puts questions about one prompt into one call, where the adapter allows several.
 * 4. `retried` repeats calls whose failure may pass.
 * 5. `paced` makes each attempt wait for its turn; a call that waits for a retry takes no place.
 * 6. `budgeted` reserves the maximum cost of a call when it leaves, given what replies have cost.
 * 7. `reached` names the failures of a connection that an adapter lets through as they came.
 * 8. `nearest` is a link of the caller's own, directly around the adapter.
 *
 * @example
 * const complete = async () => ({ text: "0.4", stop: "end" });
 * const provider = { name: "ours", model: "large", settings: {}, complete };
 * const around = modelCalls({ pace: { concurrency: 20 }, retry: { retries: 3 } });
 * const asked = cached(around(provider), memoryStore());
 * (await asked.complete({ prompt: "Will it rain?", sample: 0 })).text; // → "0.4"
 */
export function modelCalls({ retry, pace, budget, nearest }: ModelCallsOptions = {}): Link {
  return linked([
    together(),
    retried(retry),
    paced(pace),
    budget && budgeted(budget),
    reached,
    nearest,
  ]);
}

/** The links in order, the outermost first, as one. */
function linked(links: readonly (Link | undefined)[]): Link {
  return (adapter) =>
    links.reduceRight((next, link) => (link === undefined ? next : link(next)), adapter);
}
