import type { Grounding, Intervention, Question } from "@promptnce/core";
import type { PromptTemplate } from "../template/template.ts";

const y = "{target}";
const x = {
  cue: "{cue_word}",
  comment: "{comment}",
  premise: "{premise}",
  hypothesis: "{hypothesis}",
  summary: "{summary}",
};
const candidates = ["{option_1}", "{option_2}", "...", "{option_K}"];
function groundingOf(fields: readonly string[]): Grounding {
  return {
    labels: ["{example_label_1}", "{example_label_2}", "..."],
    examples: [1, 2].map((i) => ({
      x: Object.fromEntries(fields.map((name) => [name, `{example_${name}_${i}}`])),
      y: `{responses_${i}}`,
    })),
  };
}

/** Numbers that stand in for placeholders: a template takes no text where it writes a number. */
const standIns: ReadonlyMap<string, string> = new Map([
  ["0.11", "{probability_1}"],
  ["0.12", "{probability_2}"],
  ["0.21", "{minimum}"],
  ["0.22", "{first_quartile}"],
  ["0.23", "{median}"],
  ["0.24", "{third_quartile}"],
  ["0.25", "{maximum}"],
]);
const [p1, p2, ...quantiles] = Array.from(standIns.keys(), Number);

/**
 * The prompt as the paper's appendix prints it: placeholders in single braces, lists as their first
 * items and an ellipsis. It is the template rendered with those placeholders as values, so what is
 * shown is what is sent. Of a task of one's own, `fields` names those of x.
 */
export function printed(
  template: Pick<PromptTemplate, "task" | "kind" | "intervention" | "render">,
  fields: readonly string[] = [],
): string {
  const { task, kind } = template;
  const name = template.intervention;
  const own = { ...x, ...Object.fromEntries(fields.map((field) => [field, `{${field}}`])) };
  const grounding = groundingOf(Object.keys(own));
  const examples = grounding.examples.map((pair, i) => ({ ...pair, conditional: [p1, p2][i] }));
  const intervention = name && ({ name, examples, quantiles } as Intervention);
  const scoring = { template: "chat", span: "assistant-turn" };
  const all = { task, kind, sample: 0, x: own, y, candidates, grounding, intervention, scoring };
  const text = template.render(all as Question);
  if (name === undefined) return text;
  return text.replace(/\b0\.\d\d\b/g, (number) => standIns.get(number) ?? number);
}
