// The cost of replies: prices, tokens and money spent.
export type { ModelEstimate, RunEstimate } from "./run-estimate.ts";
export { type OwnPrices, priceOf, type PriceOptions } from "./prices.ts";
export {
  type Budget,
  type BudgetState,
  fitting,
  type Lease,
  memoryBudget,
  type MemoryBudget,
} from "./budget.ts";
export { type CallCosts, callCosts } from "./call-costs.ts";
export { mostUsage } from "./reply-length.ts";
export {
  type Cost,
  costText,
  type RunningCost,
  runningCost,
  runningTotals,
  spentOn,
  type Totals,
  totals,
} from "./spending.ts";
