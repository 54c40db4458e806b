import { printed } from "../catalogue/printed.ts";
import { asPattern, unfill } from "../slots/body.ts";
import type { PromptTemplate } from "../template/template.ts";

/**
 * The template with another text, which has a place for each of its slots: `{{slot}}`, `{slot}`, or
 * the form in which `printed` shows it.
 * @throws Error naming a slot that the text has no place for, and for a template whose text is
 * scored
 * @example
 * import { findTemplate } from "@promptnce/prompts";
 * const question = { kind: "marginal", task: "words", sample: 0, y: "PUSH" };
 * const ours = reword(findTemplate(question), "How often is {target} said, from 0 to 1?");
 * ours.render(question); // → "How often is PUSH said, from 0 to 1?"
 */
export function reword(template: PromptTemplate, text: string): PromptTemplate {
  const { id, body } = template;
  if (!template.reworded)
    throw new Error(`The text of ${id} cannot be replaced: it is scored, not asked.`);
  const shown = unfill(body, printed(template)) ?? new Map<string, string>();
  let made = text;
  for (const [slot, value] of shown) {
    const place = [`{{${slot}}}`, value, `{${slot}}`].find((form) => placeOf(form).test(made));
    if (place === undefined) {
      throw new Error(
        `The text of ${id} has no place for ${slot}: write {{${slot}}}, or as the paper prints it, ${value}.`,
      );
    }
    made = made.replace(placeOf(place), () => `{{${slot}}}`);
  }
  return template.reworded(made);
}

/** Matches whole words only: OTHER does not match within ANOTHER. */
function placeOf(form: string): RegExp {
  return new RegExp(String.raw`(?<![\w{])${asPattern(form)}(?![\w}])`, "g");
}
