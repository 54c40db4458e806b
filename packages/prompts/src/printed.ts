import type { Grounding, Question } from "@promptnce/core";
import type { PromptTemplate } from "./template.ts";

const y = "{target}";
const x = {
  cue: "{cue_word}",
  comment: "{comment}",
  premise: "{premise}",
  hypothesis: "{hypothesis}",
};
const candidates = ["{option_1}", "{option_2}", "...", "{option_K}"];
const grounding: Grounding = {
  labels: ["{example_label_1}", "{example_label_2}", "..."],
  examples: [1, 2].map((i) => ({
    x: Object.fromEntries(Object.keys(x).map((name) => [name, `{example_${name}_${i}}`])),
    y: `{responses_${i}}`,
  })),
};

/**
 * The prompt as the paper's appendix prints it: placeholders in single braces, lists as their first
 * items and an ellipsis. It is the template rendered with those placeholders as values, so what is
 * shown is what is sent.
 */
export function printed(template: Pick<PromptTemplate, "task" | "kind" | "render">): string {
  const { task, kind } = template;
  const all = { task, kind, sample: 0, x, y, candidates, grounding };
  return template.render(all as Question);
}
