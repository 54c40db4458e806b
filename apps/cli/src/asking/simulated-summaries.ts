import type { Provider, Reply } from "@promptnce/core";
import { type Snapshot, summaryPrompt } from "@promptnce/prompts";

/**
 * The features of a program that are visible without understanding it, and their wording in a
 * summary.
 */
const traits: readonly (readonly [RegExp, string])[] = [
  [/\bfor\b/, "for loops"],
  [/\bwhile\b/, "while loops"],
  [/\belse\b/, "else branches"],
  [/\breturn\b/, "return"],
  [/\bprint/, "printing"],
  [/\+\+|\+=/, "short updates"],
  [/#|\/\/|\/\*/, "comments"],
  [/\[/, "brackets"],
  [/&&|\band\b/, "conditions joined by and"],
  [/\|\||\bor\b/, "conditions joined by or"],
];

/**
 * A summary of snapshots written by a program, the same for the same code: the visible ones of ten
 * plain traits, and the number of lines. It says that it is simulated and does not quote the
 * student.
 */
export function simulatedSummary(snapshots: readonly Snapshot[]): string {
  const codes = snapshots.map(({ code }) => code);
  const seen = (trait: RegExp): boolean => codes.some((code) => trait.test(code));
  const names = (isSeen: boolean): string =>
    traits
      .filter(([trait]) => seen(trait) === isSeen)
      .map(([, name]) => name)
      .join(", ") || "nothing";
  const lines = codes.map((code) => code.trim().split("\n").length);
  return `Simulated summary, by a program and not a model. In ${codes.length} snapshots of ${Math.min(...lines)} to ${Math.max(...lines)} lines there are: ${names(true)}. There are not: ${names(false)}.`;
}

/** The provider, except that a program answers its requests for summaries. */
export function withSimulatedSummaries(provider: Provider): Provider {
  return {
    ...provider,
    complete: async (request, options) => {
      const snapshots = summaryPrompt.unrender(request.prompt);
      return snapshots === undefined
        ? provider.complete(request, options)
        : reply(request.prompt, simulatedSummary(snapshots));
    },
  };
}

export const simulatedSummaries: Provider = withSimulatedSummaries({
  name: "simulated",
  model: "summaries",
  settings: { version: 1 },
  complete: () =>
    Promise.reject(new TypeError("This respondent writes summaries and nothing else.")),
});

function reply(prompt: string, text: string): Reply {
  const tokens = (of: string): number => Math.ceil(of.length / 4);
  return { text, stop: "end", usage: { inputTokens: tokens(prompt), outputTokens: tokens(text) } };
}
