import type { Grounding, Input, Intervention, Question } from "@promptnce/core";
import type { PromptTemplate } from "../template/template.ts";

const inputs: ReadonlyMap<string, Input> = new Map<string, Input>([
  ["words", { cue: "SHOVE" }],
  ["chaosnli", { premise: "A man is on a horse.", hypothesis: "A man is asleep." }],
  ["goemotions", { comment: "That went well.\nNot." }],
  ["programs", { summary: "This student spells out each update.\nShe is off by one." }],
]);

const candidates: ReadonlyMap<string, readonly string[]> = new Map([
  ["words", ["PUSH", "HIT", "PULL"]],
  ["chaosnli", ["neutral", "entailment", "contradiction"]],
  ["goemotions", ["sadness", "joy", "amusement"]],
  ["programs", ["t=0\nfor i in range(n):\n\n    t=t+i", "print('```')", 'd = {"B": 1}\n']],
]);

/** What a question may show besides its kind; the rest is taken from the task's specimen. */
export interface Shown {
  readonly x?: Input;
  readonly y?: string;
  readonly candidates?: readonly string[];
  readonly grounding?: Grounding;
  readonly intervention?: Intervention;
}

/** A question for the template, always the same unless told what to show. */
export function specimen(
  template: Pick<PromptTemplate, "task" | "kind" | "intervention">,
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
      return { ...common, kind, x, y };
    case "conditional": {
      const intervention = shown.intervention ?? specimenOf(template.intervention, examples);
      return { ...common, kind, x, y, ...(intervention && { intervention }) };
    }
    case "closed":
    case "open":
      return { ...common, kind, x, candidates: set };
    case "marginal":
      return { ...common, kind, y };
    case "grounded":
      return { ...common, kind, y, grounding };
    case "likelihood":
      return { ...common, kind, x, y, scoring: { template: "chat", span: "assistant-turn" } };
  }
}

/** An intervention of that name, which shows the examples with P(y|x) of many sizes. */
function specimenOf(
  name: Intervention["name"] | undefined,
  examples: Grounding["examples"],
): Intervention | undefined {
  switch (name) {
    case "few-shot": {
      const shown = examples.map((example, i) => ({ ...example, conditional: 0.625 * 0.03 ** i }));
      return { name, examples: shown };
    }
    case "distribution-aware":
      return { name, quantiles: [0.0067, 0.0204, 0.05, 0.125, 1] };
    case "generate-then-rank":
    case "log-scale-prior":
      return { name };
    case undefined:
      return undefined;
  }
}
