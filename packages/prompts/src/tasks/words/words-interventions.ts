import { quantiles, shots } from "../../slots/intervention-slots.ts";
import { input, target } from "../../slots/slots.ts";
import { defineTemplate, type PromptTemplate } from "../../template/template.ts";

/**
 * Other ways of asking for the conditional of free association (the paper's table of
 * prompting interventions). The paper prints none of them: each is the plain conditional with an
 * addition of ours. It stands before the cue; after the target it would be read back as a part of
 * the target.
 */
const task = "words";
const kind = "conditional";

const cue = input("cue");

const generateThenRank: PromptTemplate = defineTemplate({
  task,
  kind,
  intervention: "generate-then-rank",
  version: 1,
  body: `In a large free-association study, participants each see ONE cue word and say the FIRST response word that comes to mind. Estimate p_apply = P(a randomly chosen participant says TARGET as first response to this cue).

Work in this order:
1. Generate the ten response words that participants say most often to this cue, without looking at TARGET.
2. Rank them from most to least likely, and put TARGET in its place among them (it may come last).
3. Judge p_apply from that place.

CUE: {{cue}}
TARGET: {{target}}

Return ONLY JSON, in this order: {"notes": "<the ranking, with TARGET in its place>", "p_apply": <number>}.
p_apply must be in (0,1].`,
  slots: { cue, target },
});

const logScalePrior: PromptTemplate = defineTemplate({
  task,
  kind,
  intervention: "log-scale-prior",
  version: 1,
  body: `In a large free-association study, participants each see ONE cue word and say the FIRST response word that comes to mind. Estimate p_apply = P(a randomly chosen participant says TARGET as first response to this cue).

Probabilities in this study span several orders of magnitude. FIRST choose the order of magnitude of p_apply, THEN refine the value within it:
- 0.1 to 1: many participants say TARGET
- 0.01 to 0.1: some do
- 0.001 to 0.01: few do
- below 0.001: hardly any do

CUE: {{cue}}
TARGET: {{target}}

Return ONLY JSON: {"p_apply": <number>, "notes": "<short>"}.
p_apply must be in (0,1].`,
  slots: { cue, target },
});

const fewShot: PromptTemplate = defineTemplate({
  task,
  kind,
  intervention: "few-shot",
  version: 1,
  body: `In a large free-association study, participants each see ONE cue word and say the FIRST response word that comes to mind. Estimate p_apply = P(a randomly chosen participant says TARGET as first response to this cue).

Here are other cues and targets of this study with the p_apply that was measured:

{{examples}}

Estimate p_apply for this cue and target:

CUE: {{cue}}
TARGET: {{target}}

Return ONLY JSON: {"p_apply": <number>, "notes": "<short>"}.
p_apply must be in (0,1].`,
  slots: { examples: shots("CUE = {{cue}}\n  TARGET = {{y}}\n  p_apply = {{p}}"), cue, target },
});

const distributionAware: PromptTemplate = defineTemplate({
  task,
  kind,
  intervention: "distribution-aware",
  version: 1,
  body: `In a large free-association study, participants each see ONE cue word and say the FIRST response word that comes to mind. Estimate p_apply = P(a randomly chosen participant says TARGET as first response to this cue).

Over a sample of the cues and targets of this study, the p_apply that was measured is distributed like this:
- minimum: {{minimum}}
- first quartile: {{first_quartile}}
- median: {{median}}
- third quartile: {{third_quartile}}
- maximum: {{maximum}}
Use this distribution to calibrate your estimate.

CUE: {{cue}}
TARGET: {{target}}

Return ONLY JSON: {"p_apply": <number>, "notes": "<short>"}.
p_apply must be in (0,1].`,
  slots: { ...quantiles, cue, target },
});

/** The four interventions of the task, in the order of the paper's table. */
export const wordsInterventions: readonly PromptTemplate[] = [
  generateThenRank,
  logScalePrior,
  fewShot,
  distributionAware,
];
