import { harmless } from "./fault.ts";

/** What a simulated server has seen so far. */
export interface ServerStats {
  readonly requests: number;
  /** Different prompts among them. */
  readonly prompts: number;
  /** Requests by what became of them: `ok`, the name of a fault, `rate-limit`, `bad-request`. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Prompts that were answered well more than once: what a journal would have saved. */
  readonly answeredAgain: number;
  /** Requests that came before the `retry-after` of that prompt's last rejection was over. */
  readonly early: number;
  /** The most requests that were under way at once, those left hanging not counted. */
  readonly mostAtOnce: number;
}

/** Counts as requests come and go. Times are in milliseconds of one clock. */
export class ServerLog {
  /** What is known of each prompt. */
  readonly #seen = new Map<string, { attempts: number; answers: number; notBefore: number }>();
  readonly #outcomes = new Map<string, number>();
  readonly #counts = { requests: 0, answeredAgain: 0, early: 0, mostAtOnce: 0 };
  #atOnce = 0;

  /** Notes a request; gives how often its prompt came and was answered before, and what notes when it `left`. */
  arrived(
    prompt: string,
    now: number,
  ): { attempt: number; answered: number; left: (outcome: string, notBefore: number) => void } {
    const seen = this.#seen.get(prompt) ?? { attempts: 0, answers: 0, notBefore: 0 };
    this.#seen.set(prompt, seen);
    this.#counts.requests++;
    this.#counts.mostAtOnce = Math.max(this.#counts.mostAtOnce, ++this.#atOnce);
    // One millisecond for clocks that round differently.
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
