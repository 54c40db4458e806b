import { chaosnli } from "../tasks/chaosnli/chaosnli.ts";
import { chaosnliInterventions } from "../tasks/chaosnli/chaosnli-interventions.ts";
import { goemotions } from "../tasks/goemotions/goemotions.ts";
import { goemotionsInterventions } from "../tasks/goemotions/goemotions-interventions.ts";
import { likelihoods } from "./likelihoods.ts";
import { programs } from "../tasks/programs/programs.ts";
import type { PromptTemplate } from "../template/template.ts";
import { words } from "../tasks/words/words.ts";
import { wordsInterventions } from "../tasks/words/words-interventions.ts";

/**
 * Every template: six kinds of question about each of three tasks, each followed by four other ways
 * of asking for its conditional; two kinds about programs; and of all four tasks what GEM scores.
 */
export const templates: readonly PromptTemplate[] = [
  ...words,
  ...wordsInterventions,
  ...chaosnli,
  ...chaosnliInterventions,
  ...goemotions,
  ...goemotionsInterventions,
  ...programs,
  ...likelihoods,
];
