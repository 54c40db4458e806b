import { quantiles, shots } from "../../slots/intervention-slots.ts";
import { input, target } from "../../slots/slots.ts";
import { defineTemplate, type PromptTemplate } from "../../template/template.ts";

/**
 * Other ways of asking for the conditional of emotions of Reddit comments (the paper's table of
 * prompting interventions). The paper prints none of them: each is the plain conditional with an
 * addition of ours. It stands before the comment; after the target it would be read back as a part of
 * the target.
 */
const task = "goemotions";
const kind = "conditional";

const comment = input("comment");

const generateThenRank: PromptTemplate = defineTemplate({
  task,
  kind,
  intervention: "generate-then-rank",
  version: 1,
  body: `In a large emotion-annotation study of Reddit comments, raters each read ONE comment and select ALL emotions that apply from a fixed set; raters may select multiple emotions. Estimate p_apply = P(a randomly chosen rater selects the TARGET emotion for this comment).

Work in this order:
1. Generate the five emotions that raters select most often for this comment, without looking at the TARGET emotion.
2. Rank them from most to least likely, and put the TARGET emotion in its place among them (it may come last).
3. Judge p_apply from that place.

COMMENT:
{{comment}}

TARGET EMOTION: {{target}}

Return ONLY JSON, in this order: {"notes": "<the ranking, with the TARGET emotion in its place>", "p_apply": <number>}.
p_apply must be in (0,1].`,
  slots: { comment, target },
});

const logScalePrior: PromptTemplate = defineTemplate({
  task,
  kind,
  intervention: "log-scale-prior",
  version: 1,
  body: `In a large emotion-annotation study of Reddit comments, raters each read ONE comment and select ALL emotions that apply from a fixed set; raters may select multiple emotions. Estimate p_apply = P(a randomly chosen rater selects the TARGET emotion for this comment).

Probabilities in this study span several orders of magnitude. FIRST choose the order of magnitude of p_apply, THEN refine the value within it:
- 0.1 to 1: many raters select the TARGET emotion
- 0.01 to 0.1: some do
- 0.001 to 0.01: few do
- below 0.001: hardly any do

COMMENT:
{{comment}}

TARGET EMOTION: {{target}}

Return ONLY JSON: {"p_apply": <number>, "notes": "<short>"}.
p_apply must be in (0,1].`,
  slots: { comment, target },
});

const fewShot: PromptTemplate = defineTemplate({
  task,
  kind,
  intervention: "few-shot",
  version: 1,
  body: `In a large emotion-annotation study of Reddit comments, raters each read ONE comment and select ALL emotions that apply from a fixed set; raters may select multiple emotions. Estimate p_apply = P(a randomly chosen rater selects the TARGET emotion for this comment).

Here are other comments and emotions of this study with the p_apply that was measured:

{{examples}}

Estimate p_apply for this comment and emotion:

COMMENT:
{{comment}}

TARGET EMOTION: {{target}}

Return ONLY JSON: {"p_apply": <number>, "notes": "<short>"}.
p_apply must be in (0,1].`,
  slots: {
    examples: shots("COMMENT = {{comment}}\n  TARGET EMOTION = {{y}}\n  p_apply = {{p}}"),
    comment,
    target,
  },
});

const distributionAware: PromptTemplate = defineTemplate({
  task,
  kind,
  intervention: "distribution-aware",
  version: 1,
  body: `In a large emotion-annotation study of Reddit comments, raters each read ONE comment and select ALL emotions that apply from a fixed set; raters may select multiple emotions. Estimate p_apply = P(a randomly chosen rater selects the TARGET emotion for this comment).

Over a sample of the comments and emotions of this study, the p_apply that was measured is distributed like this:
- minimum: {{minimum}}
- first quartile: {{first_quartile}}
- median: {{median}}
- third quartile: {{third_quartile}}
- maximum: {{maximum}}
Use this distribution to calibrate your estimate.

COMMENT:
{{comment}}

TARGET EMOTION: {{target}}

Return ONLY JSON: {"p_apply": <number>, "notes": "<short>"}.
p_apply must be in (0,1].`,
  slots: { ...quantiles, comment, target },
});

/** The four interventions of the task, in the order of the paper's table. */
export const goemotionsInterventions: readonly PromptTemplate[] = [
  generateThenRank,
  logScalePrior,
  fewShot,
  distributionAware,
];
