import type { Provider } from "@promptnce/core";
import {
  dollarText,
  type Sentence,
  type WriteOption,
  written,
  ProviderError,
} from "@promptnce/core/errors";
import { estimateText, type ModelEstimate, type RunEstimate } from "../money/run-estimate.ts";
import { Interrupted, UnconfirmedError } from "../errors/engine-errors.ts";
import type { PlannedAsks } from "./forecast.ts";

/** A person who can be asked a question. */
export interface Person {
  /** Shows the text and asks the question; resolves with false for no. */
  confirm(text: string, question: string): Promise<boolean>;
}

export interface BeforeAskingOptions {
  readonly dryRun?: boolean | undefined;
  readonly yes?: boolean | undefined;
  /** US dollars. */
  readonly confirmAbove: number;
  readonly batch?: boolean | undefined;
  /** Further lines that a dry run prints. */
  readonly notes?: string;
  /** Lines that show a request sent in spite of the dry run. */
  readonly example?: string;
  /** How the text writes options; by default as a program sets them. */
  readonly writeOption?: WriteOption;
}

/**
 * The text that a dry run prints instead of sending requests; `undefined` where the run may go
 * ahead. A person is asked to confirm where the remaining requests may cost more than
 * `confirmAbove`, counting replies of full length within the budget, or where their price is
 * unknown. The price forecast is made only when needed.
 *
 * @throws Interrupted where a person says no.
 * @throws UnconfirmedError where nobody can be asked and `yes` was not given.
 * @example
 * const amount = { inputTokens: 9000, outputTokens: 4000, cost: 0.02 };
 * const estimate = { questions: 100, stored: 0, exact: true, most: amount, ...amount };
 * const forecasts = async () => [{ name: "openai", model: "gpt-5-mini", estimate }];
 * await insteadOfAsking(forecasts, { confirmAbove: 1 }, undefined); // → undefined
 */
export async function insteadOfAsking(
  forecasts: () => Promise<readonly ModelEstimate[]>,
  {
    dryRun = false,
    yes = false,
    confirmAbove,
    batch = false,
    notes = "",
    example = "",
    writeOption,
  }: BeforeAskingOptions,
  person: Person | undefined,
): Promise<string | undefined> {
  const textOf = (one: ModelEstimate): string => estimateText(one, writeOption);
  if (dryRun) {
    const nothing = `Nothing ${example && "else "}was sent.\n`;
    return `${(await forecasts()).map(textOf).join("\n")}${notes}${example}${nothing}`;
  }
  if (yes) return undefined;
  const asked = (await forecasts()).filter(({ name, estimate }) => {
    return name !== "simulated" && estimate.questions > estimate.stored;
  });
  const costOf = ({ cost = 0, batchCost }: RunEstimate["most"]): number =>
    batch ? (batchCost ?? cost) : cost;
  const sum = (of: (one: ModelEstimate) => number): number =>
    asked.reduce((total, one) => total + of(one), 0);
  const most = sum(({ estimate, left = Infinity }) => Math.min(costOf(estimate.most), left));
  const unknown = asked.find(({ estimate }) => estimate.cost === undefined);
  if (asked.length === 0 || (!unknown && most <= confirmAbove)) return undefined;
  const expected = sum(({ estimate }) => costOf(estimate));
  const price: Sentence = (write) =>
    unknown
      ? `the cost of asking ${unknown.model} is unknown`
      : `this run may cost up to ${dollarText(most)} (${dollarText(expected)} is expected), more than the ${dollarText(confirmAbove)} of ${write("confirmAbove")}`;
  if (person === undefined) {
    throw new UnconfirmedError((write) => {
      const prices = `, or the prices with ${write("priceIn")} and ${write("priceOut")}`;
      return `${written(price, write)}: look with ${write("dryRun")}, then give ${write("yes")}${unknown ? prices : ""}`;
    });
  }
  if (await person.confirm(asked.map(textOf).join("\n"), `${written(price, writeOption)}. Go on?`))
    return undefined;
  throw new Interrupted("Nothing was sent.");
}

/**
 * The first text to be scored, shown as the model reads it; empty where no text is scored, or only
 * by the simulated respondent. The text is scored for this purpose and the result is not kept; it
 * costs nothing, since only local files and the user's own servers score texts.
 *
 * @param tokenized Formats a scored text for people, as `tokenizedText` of `@promptnce/prompts`
 *   does.
 * @example
 * const scores = { tokens: [{ text: " dog", logprob: -1 }] };
 * const complete = async () => ({ text: JSON.stringify(scores), stop: "end" });
 * const provider = { name: "ours", model: "large", settings: {}, scores: true, complete };
 * const continuation = { text: " dog", template: "plain", span: "content" };
 * const requests = [{ request: { prompt: "cat", sample: 0, continuation } }];
 * (await scoredExample([{ provider, requests }], (reply) => reply)).includes(" dog"); // → true
 */
export async function scoredExample(
  asks: Iterable<PlannedAsks & { readonly provider: Provider }>,
  tokenized: (reply: string) => string,
): Promise<string> {
  for (const { provider, requests } of asks) {
    if (!provider.scores || provider.name === "simulated") continue;
    for await (const { request } of requests) {
      if (request.continuation === undefined) continue;
      try {
        const { text } = await provider.complete(request);
        return `The first text that is scored, between ⟦ and ⟧, as the model reads it:\n${tokenized(text)}\n`;
      } catch (error) {
        if (error instanceof ProviderError)
          return `No text could be scored to show one: ${error.message}\n`;
        throw error;
      }
    }
  }
  return "";
}
