import { quantiles, shots } from "../../slots/intervention-slots.ts";
import { input, target } from "../../slots/slots.ts";
import { defineTemplate, type PromptTemplate } from "../../template/template.ts";

/**
 * Other ways of asking for the conditional of natural language inference (the paper's table of
 * prompting interventions). The paper prints none of them: each is the plain conditional with an
 * addition of ours. It stands before the premise; after the target it would be read back as a part of
 * the target.
 */
const task = "chaosnli";
const kind = "conditional";

const premise = input("premise");
const hypothesis = input("hypothesis");

const generateThenRank: PromptTemplate = defineTemplate({
  task,
  kind,
  intervention: "generate-then-rank",
  version: 1,
  body: `In a large NLI annotation study, 100 raters each read a premise-hypothesis pair and choose ONE label: entailment, neutral, or contradiction. Estimate p_apply = P(a randomly chosen rater selects TARGET label for this pair).

Work in this order:
1. Generate, for each of the three labels, the best reason that a rater could have to choose it for this pair.
2. Rank the three labels from most to least likely, TARGET label among them.
3. Judge p_apply from the place of TARGET label.

PREMISE: {{premise}}
HYPOTHESIS: {{hypothesis}}
TARGET LABEL: {{target}}

Return ONLY JSON, in this order: {"notes": "<the reasons and the ranking of the three labels>", "p_apply": <number>}.
p_apply must be in (0,1].`,
  slots: { premise, hypothesis, target },
});

const logScalePrior: PromptTemplate = defineTemplate({
  task,
  kind,
  intervention: "log-scale-prior",
  version: 1,
  body: `In a large NLI annotation study, 100 raters each read a premise-hypothesis pair and choose ONE label: entailment, neutral, or contradiction. Estimate p_apply = P(a randomly chosen rater selects TARGET label for this pair).

Probabilities in this study span orders of magnitude. FIRST choose the order of magnitude of p_apply, THEN refine the value within it:
- 0.1 to 1: ten or more of the 100 raters select TARGET label
- 0.01 to 0.1: one to ten do
- below 0.01: hardly any rater would

PREMISE: {{premise}}
HYPOTHESIS: {{hypothesis}}
TARGET LABEL: {{target}}

Return ONLY JSON: {"p_apply": <number>, "notes": "<short>"}.
p_apply must be in (0,1].`,
  slots: { premise, hypothesis, target },
});

const fewShot: PromptTemplate = defineTemplate({
  task,
  kind,
  intervention: "few-shot",
  version: 1,
  body: `In a large NLI annotation study, 100 raters each read a premise-hypothesis pair and choose ONE label: entailment, neutral, or contradiction. Estimate p_apply = P(a randomly chosen rater selects TARGET label for this pair).

Here are other pairs and labels of this study with the p_apply that was measured:

{{examples}}

Estimate p_apply for this pair and label:

PREMISE: {{premise}}
HYPOTHESIS: {{hypothesis}}
TARGET LABEL: {{target}}

Return ONLY JSON: {"p_apply": <number>, "notes": "<short>"}.
p_apply must be in (0,1].`,
  slots: {
    examples: shots("PREMISE = {{premise}}\n  HYPOTHESIS = {{hypothesis}}\n  TARGET LABEL = {{y}}\n  p_apply = {{p}}"),
    premise,
    hypothesis,
    target,
  },
});

const distributionAware: PromptTemplate = defineTemplate({
  task,
  kind,
  intervention: "distribution-aware",
  version: 1,
  body: `In a large NLI annotation study, 100 raters each read a premise-hypothesis pair and choose ONE label: entailment, neutral, or contradiction. Estimate p_apply = P(a randomly chosen rater selects TARGET label for this pair).

Over a sample of the pairs and labels of this study, the p_apply that was measured is distributed like this:
- minimum: {{minimum}}
- first quartile: {{first_quartile}}
- median: {{median}}
- third quartile: {{third_quartile}}
- maximum: {{maximum}}
Use this distribution to calibrate your estimate.

PREMISE: {{premise}}
HYPOTHESIS: {{hypothesis}}
TARGET LABEL: {{target}}

Return ONLY JSON: {"p_apply": <number>, "notes": "<short>"}.
p_apply must be in (0,1].`,
  slots: { ...quantiles, premise, hypothesis, target },
});

/** The four interventions of the task, in the order of the paper's table. */
export const chaosnliInterventions: readonly PromptTemplate[] = [
  generateThenRank,
  logScalePrior,
  fewShot,
  distributionAware,
];
