import { harmless } from "./fault.ts";

/** Counts of what a simulated server has seen so far. */
export interface ServerStats {
  readonly requests: number;
  /** The number of distinct prompts. */
  readonly prompts: number;
  /**
   * The number of requests by outcome: `ok`, the name of a fault, `rate-limit` or `bad-request`.
   */
  readonly outcomes: Readonly<Record<string, number>>;
  /**
   * The number of prompts that got more than one valid answer, which a store of replies would have
   * saved.
   */
  readonly answeredAgain: number;
  /**
   * The number of requests sent before the `retry-after` of the prompt's last rejection was over.
   */
  readonly early: number;
  /** The most requests in progress at once, without those left hanging. */
  readonly mostAtOnce: number;
}

/** Counts requests as they come and go. All times are milliseconds of one clock. */
export class ServerLog {
  /**
   * The attempts and answers of each prompt, and the time before which it should not be sent again.
   */
  readonly #seen = new Map<string, { attempts: number; answers: number; notBefore: number }>();
  readonly #outcomes = new Map<string, number>();
  readonly #counts = { requests: 0, answeredAgain: 0, early: 0, mostAtOnce: 0 };
  #atOnce = 0;

  /**
   * Counts a request. Returns how often its prompt came and was answered before, and a function to
   * call when the request is over (`left`).
   */
  arrived(
    prompt: string,
    now: number,
  ): { attempt: number; answered: number; left: (outcome: string, notBefore: number) => void } {
    const seen = this.#seen.get(prompt) ?? { attempts: 0, answers: 0, notBefore: 0 };
    this.#seen.set(prompt, seen);
    this.#counts.requests++;
    this.#counts.mostAtOnce = Math.max(this.#counts.mostAtOnce, ++this.#atOnce);
    // Allow one millisecond, since clocks round differently.
    if (now < seen.notBefore - 1) this.#counts.early++;
    const left = (outcome: string, notBefore: number): void => {
      this.#atOnce--;
      this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
      seen.notBefore = notBefore;
      if ((outcome === "ok" || harmless.has(outcome)) && seen.answers++ === 1)
        this.#counts.answeredAgain++;
    };
    return { attempt: seen.attempts++, answered: seen.answers, left };
  }

  stats(): ServerStats {
    const { requests, ...counts } = this.#counts;
    const outcomes = Object.fromEntries(
      [...this.#outcomes].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
    return { requests, prompts: this.#seen.size, outcomes, ...counts };
  }
}
