import type { Usage } from "@promptnce/core";
import { asProperty, countText, dollarText, type WriteOption } from "@promptnce/core/errors";

/** The tokens and cost of several calls together. */
export interface Amount extends Usage {
  /** US dollars; absent where the price is unknown and there is anything to pay for. */
  readonly cost?: number;
  /** US dollars in the vendor's batches; absent where it has none or the price is unknown. */
  readonly batchCost?: number;
}

/**
 * The price forecast of a run. All fields but `questions` and `stored` cover only the requests
 * still to be sent.
 */
export interface RunEstimate extends Amount {
  readonly questions: number;
  /** How many of the questions the store answers. */
  readonly stored: number;
  /** Whether the input was counted with the model's own vocabulary; otherwise it is an estimate. */
  readonly exact: boolean;
  /** The maximum, with every reply as long as allowed. */
  readonly most: Amount;
  /** The shortest time that the rate limits allow; absent without limits. */
  readonly leastTime?: LeastTime;
}

/** The shortest time of a run, and the narrower of the limits that it follows from. */
export interface LeastTime {
  readonly seconds: number;
  readonly limit: "rpm" | "tpm";
  /** The requests or tokens a minute that the limit allows. */
  readonly perMinute: number;
}

/** The price forecast of one model's remaining requests. */
export interface ModelEstimate {
  readonly name: string;
  readonly model: string;
  readonly estimate: RunEstimate;
  /** US dollars left of the budget, where there is one. */
  readonly left?: number;
}

/**
 * A price forecast as lines for people. `write` determines how they write options: by default as a
 * program sets them.
 */
export function estimateText(
  { name, model, estimate, left = Infinity }: ModelEstimate,
  write: WriteOption = asProperty,
): string {
  const { questions, stored, inputTokens, outputTokens, exact, most, cost, batchCost } = estimate;
  const count = (value: number): string => countText(Math.round(value));
  const range = (value: number, limit = value): string =>
    `${dollarText(value)} expected, ${dollarText(limit)} at most`;
  const lines = [
    `questions        ${count(questions)}, of which the store answers ${count(stored)}`,
    `input tokens     ${count(inputTokens)} (${exact ? "counted" : "estimated, four characters a token"})`,
    `output tokens    ${count(outputTokens)} expected, thinking included; ${count(most.outputTokens)} at most, which ${write("maxTokens")} lowers`,
    `cost             ${cost === undefined ? `unknown: give ${write("priceIn")} and ${write("priceOut")}, US dollars a million tokens` : range(cost, most.cost)}`,
    ...(batchCost === undefined
      ? []
      : [
          `${`with ${write("batch")}`.padEnd(17)}${range(batchCost, most.batchCost)}, within a day`,
        ]),
    ...(left < (most.cost ?? 0)
      ? [`budget           ${dollarText(left)} left of it: the run may end before all is asked`]
      : []),
    ...timeLines(estimate, write),
  ];
  return [`${model} (${name})`, ...lines.map((line) => `  ${line}`), ""].join("\n");
}

/**
 * The least time, with the limit that it follows from; how to have it said, where calls cost money.
 */
function timeLines(
  { leastTime, questions, stored, most }: RunEstimate,
  write: WriteOption,
): readonly string[] {
  const name = "least time       ";
  if (leastTime !== undefined) {
    const { seconds, limit, perMinute } = leastTime;
    const unit = limit === "rpm" ? "requests" : "tokens";
    const allowed = `${perMinute.toLocaleString("en")} ${unit} a minute, as ${write(limit)} says`;
    return [`${name}${duration(seconds)} at ${allowed}`];
  }
  if (questions === stored || most.cost === 0) return [];
  return [`${name}unknown: give ${write("rpm")} or ${write("tpm")}, the limits of your account`];
}

function duration(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes === 1) return "1 minute";
  return minutes <= 120 ? `${minutes} minutes` : `${(minutes / 60).toFixed(1)} hours`;
}
