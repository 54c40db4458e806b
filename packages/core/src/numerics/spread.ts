/** The mean and the spread of the numbers that came by, by Welford's recurrence: exact over millions. */
export class RunningSpread {
  count = 0;
  mean = 0;
  /** Of deviations from the mean, exactly 0 where all are equal. */
  sumOfSquares = 0;

  add(value: number): void {
    const before = value - this.mean;
    this.count++;
    this.mean = this.count === 1 ? value : this.mean + before / this.count;
    this.sumOfSquares += before * (value - this.mean);
  }

  /** The standard error of the mean; NaN of fewer than two. */
  get error(): number {
    return Math.sqrt(this.sumOfSquares / (this.count - 1) / this.count);
  }
}
