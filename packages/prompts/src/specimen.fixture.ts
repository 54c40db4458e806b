import type { Grounding, Input, Question } from "@promptnce/core";
import type { PromptTemplate } from "./template.ts";

const inputs: ReadonlyMap<string, Input> = new Map<string, Input>([
  ["words", { cue: "SHOVE" }],
  ["chaosnli", { premise: "A man is on a horse.", hypothesis: "A man is asleep." }],
  ["goemotions", { comment: "That went well.\nNot." }],
]);

const candidates: ReadonlyMap<string, readonly string[]> = new Map([
  ["words", ["PUSH", "HIT", "PULL"]],
  ["chaosnli", ["neutral", "entailment", "contradiction"]],
  ["goemotions", ["sadness", "joy", "amusement"]],
]);

/** What a question may show besides its kind; the rest is taken from the task's specimen. */
export interface Shown {
  readonly x?: Input;
  readonly y?: string;
  readonly candidates?: readonly string[];
  readonly grounding?: Grounding;
}

/** A question for the template, always the same unless told what to show. */
export function specimen(
  template: Pick<PromptTemplate, "task" | "kind">,
  shown: Shown = {},
): Question {
  const { task, kind } = template;
  const x = shown.x ?? inputs.get(task)!;
  const set = shown.candidates ?? candidates.get(task)!;
  const y = shown.y ?? set[0]!;
  const examples = set.map((label) => ({ x: inputs.get(task)!, y: label }));
  const grounding = shown.grounding ?? { examples, labels: set };
  const common = { task, sample: 0 };
  switch (kind) {
    case "pmi":
    case "conditional":
      return { ...common, kind, x, y };
    case "closed":
    case "open":
      return { ...common, kind, x, candidates: set };
    case "marginal":
      return { ...common, kind, y };
    case "grounded":
      return { ...common, kind, y, grounding };
  }
}
