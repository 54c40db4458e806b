import type { Question } from "@promptnce/core";
import { quantiles } from "../slots/intervention-slots.ts";
import type { PromptTemplate } from "../template/template.ts";

const known = ["cue", "comment", "premise", "hypothesis", "summary"];
const candidates = ["{option_1}", "{option_2}", "...", "{option_K}"];

const numbers = ["probability_1", "probability_2", ...Object.keys(quantiles)];
/**
 * Numbers that represent placeholders, from 0.11 on, since a template accepts no text in place of a
 * number.
 */
const standIns: ReadonlyMap<string, string> = new Map(
  numbers.map((name, i) => [`0.${11 + i}`, `{${name}}`]),
);
const [p1, p2, ...spread] = Array.from(standIns.keys(), Number);

/**
 * The prompt as the paper's appendix prints it: placeholders in single braces, and lists as their
 * first items with an ellipsis. It is rendered with the placeholders as values, so what is shown is
 * what is sent. `fields` are those of a task of your own.
 *
 * @example
 * const template = templates.find(({ id }) => id === "words/conditional");
 * printed(template).includes("CUE: {cue_word}\nTARGET: {target}"); // → true
 */
export function printed(template: PromptTemplate, fields: readonly string[] = []): string {
  const { task, kind, intervention: name } = template;
  const names = [...known, ...fields];
  const x = Object.fromEntries(names.map((field) => [field, `{${field}}`]));
  if (!fields.includes("cue")) x["cue"] = "{cue_word}";
  const examples = [p1, p2].map((conditional, i) => ({
    x: Object.fromEntries(names.map((field) => [field, `{example_${field}_${i + 1}}`])),
    y: `{responses_${i + 1}}`,
    conditional,
  }));
  const grounding = { labels: ["{example_label_1}", "{example_label_2}", "..."], examples };
  const intervention = name && { name, examples, quantiles: spread };
  const scoring = { template: "chat", span: "assistant-turn" };
  const all = {
    task,
    kind,
    sample: 0,
    x,
    y: "{target}",
    candidates,
    grounding,
    intervention,
    scoring,
  };
  const text = template.render(all as unknown as Question);
  if (name === undefined) return text;
  return text.replace(/\b0\.\d\d\b/g, (number) => standIns.get(number) ?? number);
}
