import type { PromptReader } from "@promptnce/core";
import { NOT_AVAILABLE } from "@promptnce/core/methods";
import { replyKey } from "../reading/reply-key.ts";
import type { PromptTemplate } from "../template/template.ts";
import {
  decisionsTemplates,
  structuredTemplates,
  templates,
  tokensTemplates,
} from "./templates.ts";

/**
 * {@link readPrompt} for templates of your own.
 *
 * @example
 * const question = { kind: "marginal", task: "words", sample: 0, y: "PUSH" };
 * const template = findTemplate(question);
 * promptReader([template])(template.render(question)).y; // → "PUSH"
 */
export function promptReader(all: readonly PromptTemplate[]): PromptReader {
  const asked = all.filter((one) => one.kind !== "likelihood" && one.decision === undefined);
  const scored = all.filter(({ kind }) => kind === "likelihood");
  const decided = all.filter((one) => one.decision !== undefined);
  return (prompt, continuation, decision) => {
    const y = continuation?.template === "plain" ? continuation.text.slice(1) : continuation?.text;
    if (prompt === "" && y !== undefined) return { task: "", kind: "likelihood", y };
    const unscored = decision === undefined ? asked : decided;
    for (const template of y === undefined ? unscored : scored) {
      const parts = template.unrender(prompt, decision);
      if (parts === undefined) continue;
      const { task, kind, intervention } = template;
      if (y !== undefined) {
        const known = Object.values(parts.x ?? {}).some((value) => value !== NOT_AVAILABLE);
        return { task, kind, y, ...((known || parts.context) && parts) };
      }
      const key = replyKey[kind];
      return {
        task,
        kind,
        ...(intervention && { intervention }),
        ...parts,
        ...(key && { replyKey: key }),
      };
    }
    return undefined;
  };
}

/**
 * The question that a rendered prompt asks, in any mode, or `undefined` if no template renders that
 * text. It is the inverse of rendering, for a respondent that may see only what a model would. The
 * grounding, and what an intervention shows of other pairs, are not read back. A value that repeats
 * the wording that follows it is read as long as possible; programs that are ambiguous for that
 * reason are left out.
 *
 * A state, the prompt of decision models, is read together with the question put about it. With a
 * text that is scored after the prompt, the kind is `likelihood`, y is that text, and x is absent
 * in a null context. An empty prompt does not tell its task, which is then the empty string.
 *
 * @example
 * const question = { kind: "marginal", task: "words", sample: 0, y: "PUSH" };
 * readPrompt(findTemplate(question).render(question));
 * // → { kind: "marginal", task: "words", y: "PUSH" }
 */
export const readPrompt: PromptReader = promptReader([
  ...templates,
  ...structuredTemplates,
  ...tokensTemplates,
  ...decisionsTemplates,
]);
