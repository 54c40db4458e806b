import { countText, type WriteOption } from "@promptnce/core/errors";
import { methodDetails } from "./method-details.ts";
import type { MethodSummary } from "./method-summary.ts";
import { methodTable } from "./method-table.ts";
import { limitTexts, type StepFacts } from "./found-limits.ts";
import { mainLimit, nextSteps } from "./next-steps.ts";
import { pairsText, probabilityText, type RepeatedRows } from "./score-text.ts";

/** The facts of a run that its summary states. */
export interface SummaryFacts extends StepFacts, RepeatedRows {
  /** The number of distinct inputs. */
  readonly inputs: number;
  /** Who answered, as text for people; for the simulated respondent, with what that means. */
  readonly respondent: string;
  readonly k: number;
  /** Whether a method shows candidate sets, so that K matters. */
  readonly candidateSets: boolean;
  /** The number of questions answered in this run. */
  readonly questions: number;
  /** The number of these answered from the store. */
  readonly fromStore: number;
  /** The number of further replies, asked for because an earlier one could not be read. */
  readonly again: number;
  /** The cost, as text; absent if nothing was paid. */
  readonly cost?: string;
  /** The labels of each context; absent if all rows share one context. */
  readonly contexts?: readonly { readonly labels: readonly unknown[] }[] | undefined;
  /** The recorded sets that omit some of the mass; absent if a model was asked. */
  readonly omitted?:
    | { readonly sets: number; readonly of: number; readonly mean: number }
    | undefined;
  readonly seed: string;
  /** The number of first rows or inputs that were asked about; absent if all were. */
  readonly first?: number;
  /** The number of rows or inputs that were drawn and asked about; absent if none were drawn. */
  readonly sample?: number;
}

/**
 * The summary of a run for people, numbers first: a line for each method, what was asked, and what
 * limits the result most. `write` formats the names of options; by default as a program sets them.
 *
 * @example
 * const method = { id: "promptnce", title: "PromptNCE" };
 * const counts = { estimates: 10, unreadable: 4, doubtful: 0, shown: 0, belowClamp: 0 };
 * const run = { respondent: "gpt-5", k: 5, questions: 20, fromStore: 0, again: 0, seed: "1" };
 * const facts = { ...run, simulated: false, counted: false, rows: 10, inputs: 5, repeated: 0 };
 * const text = summaryText({ ...facts, labels: 50, candidateSets: true }, [{ method, ...counts }]);
 * text.split("\n")[3];
 * // → "10 pairs, 5 different inputs, 50 labels; answered by gpt-5."
 */
export function summaryText(
  facts: SummaryFacts,
  methods: readonly MethodSummary[],
  write?: WriteOption,
): string {
  const { inputs, labels, questions, fromStore, again, cost } = facts;
  const limit = mainLimit(facts, methods, write);
  const lines = [
    ...(methods.length > 0 ? [...methodTable(methods), ""] : []),
    `${pairsText(facts)}, ${countText(inputs)} different inputs${facts.contexts ? contextsText(facts.contexts) : `, ${countText(labels)} labels`}; answered by ${facts.respondent}.`,
    facts.first !== undefined &&
      `Asked about the first ${countText(facts.first)} only; labels and base rates are those of all rows.`,
    facts.sample !== undefined &&
      `Asked about ${countText(facts.sample)} pairs drawn at random; labels and base rates come from all rows.`,
    `${countText(questions)} questions, ${countText(fromStore)} of them answered from the store${again === 0 ? "" : `; ${countText(again)} asked again because the reply could not be read`}.${cost === undefined ? "" : ` ${cost}`}`,
    ...omittedLines(facts),
    ...(limit === undefined ? [] : ["", limit]),
  ];
  return `${lines.filter((line) => line !== false).join("\n")}\n`;
}

/**
 * Every number of each method, all limits, and what to try next: what the summary leaves out.
 * `write` formats the names of options.
 *
 * @example
 * const method = { id: "promptnce", title: "PromptNCE" };
 * const counts = { estimates: 10, unreadable: 4, doubtful: 0, shown: 0, belowClamp: 0 };
 * const run = { respondent: "gpt-5", k: 5, questions: 20, fromStore: 0, again: 0, seed: "1" };
 * const facts = { ...run, simulated: false, counted: false, rows: 10, inputs: 5, repeated: 0 };
 * const text = detailsText({ ...facts, labels: 50, candidateSets: true }, [{ method, ...counts }]);
 * text.split("\n")[1]; // → "  unreadable    4 of 10 (40.0 %)"
 */
export function detailsText(
  facts: SummaryFacts,
  methods: readonly MethodSummary[],
  write?: WriteOption,
): string {
  const limiting = limitTexts(facts, methods);
  const lines = [
    ...methods.flatMap((method) => [
      method.method.title,
      ...methodDetails(method, facts.counted).map(
        ([name, text]) => `  ${name.padEnd(DETAIL_NAME)}${text}`,
      ),
      "",
    ]),
    ...(limiting.length > 0
      ? ["What limits this result", ...limiting.map((text) => `  - ${text}`), ""]
      : []),
    "What to try next",
    ...nextSteps(facts, methods, write).map((step) => `  - ${step}`),
  ];
  return `${lines.join("\n")}\n`;
}

/** The width of a number's name, with the space behind it. */
const DETAIL_NAME = 14;

/** The line of the recorded sets that omit some of the mass. */
function omittedLines({ omitted }: SummaryFacts): string[] {
  if (omitted === undefined || omitted.sets === 0) return [];
  return [
    `${countText(omitted.sets)} of ${countText(omitted.of)} sets sum to less than one, by ${probabilityText(omitted.mean)} on average: that mass is taken for options they omit, and theirs are not rescaled.`,
  ];
}

function contextsText(contexts: NonNullable<SummaryFacts["contexts"]>): string {
  const sizes = contexts.map(({ labels }) => labels.length);
  const [fewest, most] = [Math.min(...sizes), Math.max(...sizes)];
  const range = fewest === most ? `${most}` : `${fewest} to ${most}`;
  return ` in ${countText(contexts.length)} contexts of ${range} labels`;
}
