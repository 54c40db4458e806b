import { letters } from "../slots/candidate-keys.ts";
import { chaosnli } from "../tasks/chaosnli/chaosnli.ts";
import { chaosnliInterventions } from "../tasks/chaosnli/chaosnli-interventions.ts";
import { chaosnliSets } from "../tasks/chaosnli/chaosnli-sets.ts";
import { constantKeys, constantOther } from "./constant-keys.ts";
import { goemotions } from "../tasks/goemotions/goemotions.ts";
import { goemotionsInterventions } from "../tasks/goemotions/goemotions-interventions.ts";
import { goemotionsSets } from "../tasks/goemotions/goemotions-sets.ts";
import { otherKey } from "../slots/other-key.ts";
import { programs } from "../tasks/programs/programs.ts";
import { replyKey } from "../reading/reply-key.ts";
import { structuredNumber, structuredSet } from "./structured.ts";
import type { PromptTemplate } from "../template/template.ts";
import { words } from "../tasks/words/words.ts";
import { wordsInterventions } from "../tasks/words/words-interventions.ts";
import { wordsSets } from "../tasks/words/words-sets.ts";

/** Every template of structured mode, in the order of those of faithful mode; none of a likelihood. */
export const structuredTemplates: readonly PromptTemplate[] = [
  ...task([...words, ...wordsInterventions], wordsSets),
  ...task([...chaosnli, ...chaosnliInterventions], chaosnliSets),
  ...task([...goemotions, ...goemotionsInterventions], goemotionsSets),
  // Programs are named by letters as it is, the same for every set of a size.
  ...programs.map((template) => structuredSet(template, letters, otherKey)),
];

/** Those of a task: over a set the wordings with constant keys, for the rest the faithful text. */
function task(faithful: readonly PromptTemplate[], sets: readonly PromptTemplate[]): readonly PromptTemplate[] {
  return faithful.map((template) => {
    if (replyKey(template.kind) !== undefined) return structuredNumber(template);
    const keyed = sets.find(({ kind }) => kind === template.kind) as PromptTemplate;
    return structuredSet(keyed, constantKeys, constantOther);
  });
}
