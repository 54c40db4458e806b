/** The three ways of eliciting a conditional, no marginal taken. */
export const conditionalMethods: readonly string[] = [
  "promptnce:none",
  "infonce",
  "direct-split:none",
];

/** How tables of conditionals call them. */
export const conditionalTitles: Readonly<Record<string, string>> = {
  "promptnce:none": "PromptNCE",
  infonce: "InfoNCE",
  "direct-split:none": "Direct-Split",
};
