import type { CallOptions, Request, Usage } from "@promptnce/core";
import { asProperty, type WriteOption } from "@promptnce/core/errors";

/** A request that is to be sent, and how long its reply will be. */
export interface Planned extends Pick<CallOptions, "read"> {
  readonly request: Request;
  readonly expectedOutputTokens: number;
}

/** What calls take together. */
export interface Amount extends Usage {
  /** US dollars; absent where the price is unknown and anything is to be paid. */
  readonly cost?: number;
  /** US dollars in the vendor's batch; absent where there is none or the price is unknown. */
  readonly batchCost?: number;
}

/** What a run is expected to take. All but `questions` and `stored` is about what is still to be asked. */
export interface RunEstimate extends Amount {
  readonly questions: number;
  /** How many of them the store answers. */
  readonly stored: number;
  /** Whether the input was counted by the model's own vocabulary; else it is an estimate. */
  readonly exact: boolean;
  /** The most that it may take, every reply being as long as is allowed. */
  readonly most: Amount;
  /** The least time that the limits allow, in seconds; absent where no limit was given. */
  readonly seconds?: number;
}

/** What is still to be asked of one model, and what that will take. */
export interface ModelEstimate {
  readonly name: string;
  readonly model: string;
  readonly estimate: RunEstimate;
  /** US dollars that are left of a budget, where there is one. */
  readonly left?: number;
}

/** An estimate as lines for people; `write` says how they write options, as a program sets them if not given. */
export function estimateText(
  { name, model, estimate, left = Infinity }: ModelEstimate,
  write: WriteOption = asProperty,
): string {
  const { questions, stored, inputTokens, outputTokens, exact, most, cost, batchCost, seconds } =
    estimate;
  const count = (value: number): string => Math.round(value).toLocaleString("en");
  const range = (value: number, limit = value): string =>
    `${dollars(value)} expected, ${dollars(limit)} at most`;
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
      ? [`budget           ${dollars(left)} left of it: the run may end before all is asked`]
      : []),
    ...(seconds === undefined
      ? []
      : [`least time       ${Math.ceil(seconds / 60)} minutes at the given limits`]),
  ];
  return [`${model} (${name})`, ...lines.map((line) => `  ${line}`), ""].join("\n");
}

export const dollars = (value: number): string => `$${value.toFixed(2)}`;
