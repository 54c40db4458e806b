import type { Price } from "./prices.ts";
import type { TokenCounter } from "./tokens.ts";

/** A question of a run, as far as its price goes. */
export interface PlannedQuestion {
  readonly prompt: string;
  readonly expectedOutputTokens: number;
  /** Whether the store has its reply. */
  readonly stored?: boolean;
}

/** What holds a run back. What is absent does not. */
export interface RunLimits {
  /** Requests a minute. */
  readonly rpm?: number;
  /** Tokens a minute, in and out. */
  readonly tpm?: number;
  /** Calls under way at once; counts only where `secondsPerCall` is given. */
  readonly concurrency?: number;
  readonly secondsPerCall?: number;
}

/** What a run will take. All but `questions` and `stored` is about what is still to be asked. */
export interface RunEstimate {
  readonly questions: number;
  /** How many of them the store answers. */
  readonly stored: number;
  readonly inputTokens: number;
  /** As expected; a reply's length is never known before. */
  readonly outputTokens: number;
  /** Whether the input was counted by the model's own vocabulary; else it is an estimate. */
  readonly exact: boolean;
  /** US dollars; absent where the price is unknown and anything is to be paid. */
  readonly cost?: number;
  /** US dollars in the vendor's batch; absent where there is none or the price is unknown. */
  readonly batchCost?: number;
  /** The least time that the limits allow; absent where no limit was given. */
  readonly seconds?: number;
}

/** What a run needs to be estimated by. */
export interface RunTerms {
  readonly tokens: TokenCounter;
  /** Absent where it is unknown. */
  readonly price?: Price | undefined;
  readonly limits?: RunLimits;
}

/** Adds up what a run will take, before it is paid for. One pass; nothing is kept of a question. */
export function estimateRun({
  questions,
  ...terms
}: RunTerms & { readonly questions: Iterable<PlannedQuestion> }): RunEstimate {
  const tally = runTally(terms);
  for (const question of questions) tally.add(question);
  return tally.estimate();
}

/** The same sum where questions come one by one. */
export interface RunTally {
  add(question: PlannedQuestion): void;
  estimate(): RunEstimate;
}

/** A sum of nothing so far. */
export function runTally({ tokens, price, limits = {} }: RunTerms): RunTally {
  let [questions, stored, inputTokens, outputTokens, cost, batchCost] = [0, 0, 0, 0, 0, 0];
  return {
    add(question) {
      questions++;
      if (question.stored === true) {
        stored++;
        return;
      }
      const usage = {
        inputTokens: tokens.input(question.prompt),
        outputTokens: question.expectedOutputTokens,
      };
      inputTokens += usage.inputTokens;
      outputTokens += usage.outputTokens;
      cost += price?.cost(usage) ?? 0;
      batchCost += price?.batchCost?.(usage) ?? 0;
    },
    estimate() {
      const seconds = leastSeconds(questions - stored, inputTokens + outputTokens, limits);
      return {
        questions,
        stored,
        inputTokens,
        outputTokens,
        exact: tokens.exact,
        ...((price || questions === stored) && { cost }),
        ...(price?.batchCost && { batchCost }),
        ...(seconds !== undefined && { seconds }),
      };
    },
  };
}

/** The limit that holds a run back most decides. */
function leastSeconds(calls: number, tokens: number, limits: RunLimits): number | undefined {
  const { rpm, tpm, concurrency, secondsPerCall } = limits;
  const times: number[] = [];
  if (rpm !== undefined) times.push((60 * calls) / rpm);
  if (tpm !== undefined) times.push((60 * tokens) / tpm);
  if (concurrency !== undefined && secondsPerCall !== undefined) {
    times.push(Math.ceil(calls / concurrency) * secondsPerCall);
  }
  return times.length === 0 ? undefined : Math.max(...times);
}

/** What is still to be asked of one model, and what that will take. */
export interface ModelEstimate {
  readonly name: string;
  readonly model: string;
  readonly estimate: RunEstimate;
}

/** An estimate as lines for people. */
export function estimateText({ name, model, estimate }: ModelEstimate): string {
  return `${model} (${name})\n${lines(estimate)
    .map((line) => `  ${line}\n`)
    .join("")}`;
}

function lines(estimate: RunEstimate): string[] {
  const { questions, stored, inputTokens, outputTokens, exact, cost, batchCost, seconds } = estimate;
  const count = (value: number): string => value.toLocaleString("en");
  const dollars = (value: number): string => `$${value.toFixed(2)}`;
  return [
    `questions        ${count(questions)}, of which the store answers ${count(stored)}`,
    `input tokens     ${count(inputTokens)} (${exact ? "counted" : "estimated, four characters a token"})`,
    `output tokens    ${count(outputTokens)} (expected; a reply's length is not known before)`,
    `cost             ${cost === undefined ? "unknown: give --price-in and --price-out, US dollars a million tokens" : dollars(cost)}`,
    ...(batchCost === undefined
      ? []
      : [`with --batch     ${dollars(batchCost)}, ${dollars((cost ?? batchCost) - batchCost)} less, within a day`]),
    ...(seconds === undefined ? [] : [`least time       ${Math.ceil(seconds / 60)} minutes at the given limits`]),
  ];
}
