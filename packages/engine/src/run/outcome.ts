import { countText } from "@promptnce/core/errors";
import { SomeFailed, StoppedEarly } from "../errors/engine-errors.ts";
import type { AskingReport, OutcomeCounts } from "./asked.ts";
import { cutPromptsText } from "../tally/prompt-lengths.ts";

/**
 * The number of questions with a usable answer.
 *
 * @example
 * answeredOf([{ questions: 100, unreadable: 4, failed: 1 }]); // → 95
 */
export function answeredOf(all: readonly OutcomeCounts[]): number {
  return all.reduce(
    (sum, { questions, unreadable, failed }) => sum + questions - unreadable - failed,
    0,
  );
}

/**
 * Ends a run, once its output is written, with the error that a script must see, if any. `scored`
 * is the number of estimates that could be made.
 *
 * @throws StoppedEarly where `scored` is 0, SomeFailed where requests failed for good, in this run
 *   or, according to the store, in an earlier one; both say how many.
 * @example
 * const asked = { questions: 10, unreadable: 1, failed: 0, unreadableReplies: [] };
 * checkOutcome([asked]); // → undefined
 */
export function checkOutcome(all: readonly AskingReport[], scored: number = answeredOf(all)): void {
  const sum = (of: (asked: AskingReport) => number): number =>
    all.reduce((total, asked) => total + of(asked), 0);
  const [questions, failed] = [sum((asked) => asked.questions), sum((asked) => asked.failed)];
  if (questions === 0) return;
  const unread = all.flatMap(({ unreadableReplies }) => unreadableReplies);
  if (scored === 0) {
    throw new StoppedEarly(
      `Nothing could be scored: of ${questions} questions, ${failed} failed and ${sum(({ unreadable }) => unreadable)} had a reply that cannot be read${firstOf(unread)}`,
      failed,
    );
  }
  if (failed === 0) return;
  throw new SomeFailed(
    `${failed} of ${questions} requests failed for good; all else is done, and results that need them are left out${firstOf(unread.filter(({ reason }) => reason.startsWith("the request failed")))}`,
    failed,
  );
}

function firstOf([first]: AskingReport["unreadableReplies"]): string {
  if (first === undefined) return ".";
  // A server's own words may end with a full stop or without.
  const said = `. The first: ${first.reason.replace(/(?<![.!?])$/, ".")}`;
  return first.advice === undefined ? said : `${said} What to try: ${first.advice}.`;
}

/**
 * Sentences about models whose name stands for several models, about answers read from tokens, one
 * each, about grammars that were refused, and about prompts that a server has cut.
 *
 * @example
 * const served = new Map([["gpt-5-2025-08-07", 60], ["gpt-5-2026-01-15", 40]]);
 * const asked = { served, options: [], unconstrained: 0 };
 * servedTexts([{ provider: { model: "gpt-5" }, asked }])[0].startsWith(
 *   "The name gpt-5 stands for several models",
 * ); // → true
 */
export function servedTexts(
  all: readonly { readonly provider: { readonly model: string }; readonly asked: AskingReport }[],
): string[] {
  return all.flatMap(
    ({ provider: { model }, asked: { served, options, cutPrompts, unconstrained } }) => {
      const read = options
        .filter(({ byPosition, censored }) => byPosition.length > 0 || censored !== 0)
        .map((summary) => `${model}, ${optionsText(summary)}`);
      if (unconstrained > 0) read.push(unconstrainedText(model, unconstrained));
      if (cutPrompts !== undefined) read.push(cutPromptsText(model, cutPrompts));
      if (served.size < 2) return read;
      const names = Array.from(served, ([name, count]) => `${name} (${count})`);
      return [
        ...read,
        `The name ${model} stands for several models: ${names.join(", ")} answered. Name one of them, so that a run uses one model.`,
      ];
    },
  );
}

/** How the mass was distributed over the options of a wording. */
function optionsText(summary: AskingReport["options"][number]): string {
  const { template, replies, onOptions, byPosition, unlisted, censored } = summary;
  const places = byPosition.map((share) => share.toFixed(2)).join(", ");
  if (censored !== undefined) {
    const shares = places === "" ? [] : [`by position, the probabilities average ${places}`];
    const zeros = `in ${countText(replies)} replies ${countText(censored)} probabilities came as 0 and count as the most that rounding leaves them`;
    return `${template}: ${[...shares, ...(censored > 0 ? [zeros] : [])].join("; ")}.`;
  }
  const missing =
    unlisted > 0
      ? `; ${unlisted} options were not listed and count with the most that the lists leave them`
      : "";
  return `${template}: ${onOptions.toFixed(2)} of the next token's mass fell on the options, and its shares by position are ${places}${missing}.`;
}

function unconstrainedText(model: string, count: number): string {
  const those = count === 1 ? "1 reply" : `${count} replies`;
  return `${those} of ${model} came without a grammar, which its server had refused: the same prompt was sent again, and the reply read as any other.`;
}
