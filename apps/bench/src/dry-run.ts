import type { Config } from "./config.ts";
import { estimateModels } from "./estimate-models.ts";
import type { ModelEstimate } from "./estimate-models.ts";
import { planRun } from "./plan-run.ts";

/** What a run would ask and cost, as text for people. Nothing is sent. */
export async function dryRun(config: Config): Promise<string> {
  const { batches, left } = await planRun({ ...config, dryRun: true });
  const models = await estimateModels(batches, config);
  const out = left.map(({ id, reason }) => `Left out: ${id}, since ${reason}.\n`);
  return `${models.map(estimateText).join("\n")}${out.join("")}Nothing was sent.\n`;
}

/** An estimate as lines for people. */
export function estimateText({ name, model, estimate }: ModelEstimate): string {
  return `${model} (${name})\n${lines(estimate)
    .map((line) => `  ${line}\n`)
    .join("")}`;
}

function lines(estimate: ModelEstimate["estimate"]): string[] {
  const { questions, stored, inputTokens, outputTokens, exact, cost, batchCost, seconds } =
    estimate;
  const count = (value: number): string => value.toLocaleString("en");
  const dollars = (value: number): string => `$${value.toFixed(2)}`;
  return [
    `questions        ${count(questions)}, of which the store answers ${count(stored)}`,
    `input tokens     ${count(inputTokens)} (${exact ? "counted" : "estimated, four characters a token"})`,
    `output tokens    ${count(outputTokens)} (expected; a reply's length is not known before)`,
    `cost             ${cost === undefined ? "unknown: give --price-in and --price-out, US dollars a million tokens" : dollars(cost)}`,
    ...(batchCost === undefined
      ? []
      : [
          `with --batch     ${dollars(batchCost)}, ${dollars((cost ?? batchCost) - batchCost)} less, within a day`,
        ]),
    ...(seconds === undefined
      ? []
      : [`least time       ${Math.ceil(seconds / 60)} minutes at the given limits`]),
  ];
}
