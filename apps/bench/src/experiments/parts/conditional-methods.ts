/** The three ways of eliciting a conditional, no marginal taken, with what tables of conditionals call them. */
export const conditionalTitles: Readonly<Record<string, string>> = {
  "promptnce:none": "PromptNCE",
  infonce: "InfoNCE",
  "direct-split:none": "Direct-Split",
};

export const conditionalMethods: readonly string[] = Object.keys(conditionalTitles);

/**
 * GEM, which takes no candidate set: the log-likelihood alone, and less that of the null context.
 * Only for models that give the log-probability of a text.
 */
export const scoredMethods: readonly string[] = ["gem:none", "gem"];
