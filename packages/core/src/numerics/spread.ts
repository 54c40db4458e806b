/**
 * The running mean and spread of numbers, by Welford's recurrence, which stays accurate over
 * millions.
 */
export class RunningSpread {
  count = 0;
  mean = 0;
  /** The sum of squared deviations from the mean; exactly 0 if all numbers are equal. */
  sumOfSquares = 0;

  add(value: number): void {
    const before = value - this.mean;
    this.count++;
    this.mean = this.count === 1 ? value : this.mean + before / this.count;
    this.sumOfSquares += before * (value - this.mean);
  }

  /** The standard error of the mean; NaN for fewer than two numbers. */
  get error(): number {
    return Math.sqrt(this.sumOfSquares / (this.count - 1) / this.count);
  }
}
