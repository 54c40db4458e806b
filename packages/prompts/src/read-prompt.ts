import type { Kind } from "@promptnce/core";
import type { InterventionName } from "./intervention-named.ts";
import { replyKey } from "./reply-key.ts";
import type { PromptParts } from "./slot.ts";
import { structuredTemplates } from "./structured-templates.ts";
import { templates } from "./templates.ts";

/** A prompt read back: what it asks, as far as its text says. */
export interface ReadPrompt extends PromptParts {
  readonly task: string;
  readonly kind: Kind;
  /** In what other way a conditional is asked for. */
  readonly intervention?: InterventionName;
  /** The key of the one number asked for: `PMI_LN`, `p_apply` or `p_base`. */
  readonly replyKey?: string;
}

/**
 * The question that a rendered prompt asks, in whichever mode, or `undefined` where no template
 * makes that text: the
 * inverse of rendering, for a respondent that may see only what a model would. The grounding, and
 * what an intervention shows of other pairs, are not read back. A value that repeats the wording
 * after its place is read as far as it can reach; programs that cannot be told apart for that
 * reason are left out.
 */
export function readPrompt(prompt: string): ReadPrompt | undefined {
  for (const template of [...templates, ...structuredTemplates]) {
    const parts = template.unrender(prompt);
    if (parts === undefined) continue;
    const { task, kind, intervention } = template;
    const key = replyKey(kind);
    return {
      task,
      kind,
      ...(intervention === undefined ? {} : { intervention }),
      ...parts,
      ...(key === undefined ? {} : { replyKey: key }),
    };
  }
  return undefined;
}
