import type { Provider } from "@promptnce/core";
import { at } from "@promptnce/core/json";

/** The reasoning tokens expected at the greatest effort, and at any that is unknown. */
export const MOST_REASONING = 10_000;

/**
 * Reasoning tokens before an answer of a few lines, by effort: orders of magnitude, since no vendor
 * states them. OpenAI's guide to reasoning mentions a few hundred to tens of thousands; a short
 * answer is at the lower end, and each step of effort takes about three times as many.
 */
const BY_EFFORT: ReadonlyMap<unknown, number> = new Map(
  Object.entries({ none: 0, minimal: 100, low: 300, medium: 1000, high: 3000 }),
);

/** Where vendors and servers take an effort. */
const EFFORTS = [
  ["reasoning", "effort"],
  ["reasoning"],
  ["reasoning_effort"],
  ["output_config", "effort"],
];

/**
 * The reasoning tokens expected before each answer; 0 for a model of a `plain` family unless its
 * settings ask for reasoning.
 *
 * @example
 * reasoningTokens({ reasoning: { effort: "low" } }, false); // → 300
 */
export function reasoningTokens(settings: Provider["settings"], plain: boolean): number {
  const thinking = at(settings, "thinking", "type");
  if (thinking === "disabled") return 0;
  const effort = EFFORTS.map((place) => at(settings, ...place)).find(
    (value) => typeof value === "string",
  );
  if (plain && (effort ?? thinking) === undefined) return 0;
  return BY_EFFORT.get(effort ?? "medium") ?? MOST_REASONING;
}
