import type { RunEstimate } from "./estimate-run.ts";

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
