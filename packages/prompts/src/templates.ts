import { chaosnli } from "./chaosnli.ts";
import { chaosnliInterventions } from "./chaosnli-interventions.ts";
import { goemotions } from "./goemotions.ts";
import { goemotionsInterventions } from "./goemotions-interventions.ts";
import { likelihoods } from "./likelihoods.ts";
import { programs } from "./programs.ts";
import type { PromptTemplate } from "./template.ts";
import { words } from "./words.ts";
import { wordsInterventions } from "./words-interventions.ts";

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
