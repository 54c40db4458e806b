/** A run that would pass its budget: nothing failed, and what was paid for is kept. */
export class BudgetError extends Error {
  override readonly name = "BudgetError";
  /** US dollars spent under this budget. */
  readonly spent: number;
  /** US dollars. */
  readonly limit: number;

  constructor(spent: number, limit: number, next: number) {
    super(
      `The budget of $${limit.toFixed(2)} would be passed: $${spent.toFixed(4)} are spent and the next call may cost $${next.toFixed(4)}. All replies paid for are kept; to go on, run the same command again with a larger budget.`,
    );
    this.spent = spent;
    this.limit = limit;
  }
}
