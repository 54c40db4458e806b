/** The three ways of eliciting a conditional, no marginal taken. */
export const conditionalMethods: readonly string[] = ["promptnce:none", "infonce", "direct-split:none"];

/**
 * GEM, which takes no candidate set: the log-likelihood alone, and less that of the null context.
 * Only for models that give the log-probability of a text.
 */
export const scoredMethods: readonly string[] = ["gem:none", "gem"];

/** How tables of conditionals call them. */
export const conditionalTitles: Readonly<Record<string, string>> = {
  "promptnce:none": "PromptNCE",
  infonce: "InfoNCE",
  "direct-split:none": "Direct-Split",
};
