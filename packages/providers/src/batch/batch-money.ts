import type { Reply, Request } from "@promptnce/core";
import { BudgetError } from "../errors/errors.ts";
import { type BatchRun, requestsText } from "./batch-run.ts";
import type { Missing } from "./batch-round.ts";
import { replyCost } from "../cost/price.ts";
import { mostUsage } from "../cost/reply-length.ts";

/**
 * As many of the requests, from the first, as the budget can pay whatever their replies are, beside
 * what is spent and what those under way may cost; all without a budget.
 *
 * @throws BudgetError where not one fits and nothing is under way that may turn out cheaper.
 */
export function affordable(
  requests: readonly Missing[],
  underWay: readonly Missing[],
  run: BatchRun,
): readonly Missing[] {
  const { budget, spent } = run;
  if (budget === undefined) return requests;
  let left = budget.limit - spent;
  for (const { request } of underWay) left -= most(request, run);
  const count = requests.findIndex(({ request }) => (left -= most(request, run)) < 0);
  const [first] = requests;
  if (first === undefined || count === -1) return requests;
  if (count === 0 && underWay.length === 0) throw new BudgetError(spent, budget.limit, most(first.request, run));
  run.say(
    `only ${count} of ${requestsText(requests.length)} fit into the budget at once, if every reply were of full length; a limit on it, --max-tokens, makes more fit`,
  );
  return requests.slice(0, count);
}

/** Counts a reply as paid for; one without token counts costs the most that it may. */
export function pay(reply: Reply, request: Request, run: BatchRun): void {
  if (run.budget === undefined) return;
  run.spent += replyCost(reply, run.budget.price) ?? most(request, run);
}

/** US dollars that a request may cost in a batch. */
function most(request: Request, { budget, vendor }: BatchRun): number {
  if (budget === undefined) return 0;
  return replyCost({ usage: mostUsage(request, vendor, budget.price.plain), batch: true }, budget.price) as number;
}
