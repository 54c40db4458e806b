import type { Request } from "@promptnce/core";
import type { Price } from "./prices.ts";
import type { TokenCounter } from "./tokens.ts";

/** A request that is to be sent, and how long its reply will be. */
export interface Planned {
  readonly request: Request;
  readonly expectedOutputTokens: number;
  /** Whether the store has its reply. */
  readonly stored?: boolean;
}

/** What holds a run back. What is absent does not. */
export interface RunLimits {
  /** Requests a minute. */
  readonly rpm?: number | undefined;
  /** Tokens a minute, in and out. */
  readonly tpm?: number | undefined;
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

/**
 * What a run will take, added up before it is paid for. One pass; nothing is kept of a question.
 *
 * @param terms `price`: absent where it is unknown.
 */
export async function estimateRun({
  questions,
  tokens,
  price,
  limits = {},
}: {
  readonly questions: Iterable<Planned> | AsyncIterable<Planned>;
  readonly tokens: TokenCounter;
  readonly price?: Price | undefined;
  readonly limits?: RunLimits;
}): Promise<RunEstimate> {
  const sum = { questions: 0, stored: 0, inputTokens: 0, outputTokens: 0 };
  let [cost, batchCost] = [0, 0];
  for await (const { request, expectedOutputTokens: outputTokens, stored } of questions) {
    sum.questions++;
    if (stored === true) {
      sum.stored++;
      continue;
    }
    const usage = { inputTokens: tokens.input(request.prompt), outputTokens };
    sum.inputTokens += usage.inputTokens;
    sum.outputTokens += outputTokens;
    cost += price?.cost(usage) ?? 0;
    batchCost += price?.batchCost?.(usage) ?? 0;
  }
  const left = sum.questions - sum.stored;
  const { rpm = Infinity, tpm = Infinity } = limits;
  // The limit that holds a run back most decides.
  const seconds = Math.max((60 * left) / rpm, (60 * (sum.inputTokens + sum.outputTokens)) / tpm);
  return {
    ...sum,
    exact: tokens.exact,
    ...((price || left === 0) && { cost }),
    ...(price?.batchCost && { batchCost }),
    ...(Math.min(rpm, tpm) < Infinity && { seconds }),
  };
}

/** What is still to be asked of one model, and what that will take. */
export interface ModelEstimate {
  readonly name: string;
  readonly model: string;
  readonly estimate: RunEstimate;
}

/** An estimate as lines for people. */
export function estimateText({ name, model, estimate }: ModelEstimate): string {
  const { questions, stored, inputTokens, outputTokens, exact, cost, batchCost, seconds } = estimate;
  const count = (value: number): string => value.toLocaleString("en");
  const dollars = (value: number): string => `$${value.toFixed(2)}`;
  const lines = [
    `questions        ${count(questions)}, of which the store answers ${count(stored)}`,
    `input tokens     ${count(inputTokens)} (${exact ? "counted" : "estimated, four characters a token"})`,
    `output tokens    ${count(outputTokens)} (expected; a reply's length is not known before)`,
    `cost             ${cost === undefined ? "unknown: give --price-in and --price-out, US dollars a million tokens" : dollars(cost)}`,
    ...(batchCost === undefined
      ? []
      : [`with --batch     ${dollars(batchCost)}, ${dollars((cost ?? batchCost) - batchCost)} less, within a day`]),
    ...(seconds === undefined ? [] : [`least time       ${Math.ceil(seconds / 60)} minutes at the given limits`]),
  ];
  return [`${model} (${name})`, ...lines.map((line) => `  ${line}`), ""].join("\n");
}
