import { constantKeys, constantOther, keyedOptions, keyedOther } from "../../structured/constant-keys.ts";
import { input } from "../../slots/slots.ts";
import { defineTemplate, type PromptTemplate } from "../../template/template.ts";

/**
 * The questions over a set of emotions of Reddit comments (GoEmotions), for structured mode: the wording of `goemotions.ts`
 * with constant keys in the place of the labels.
 */
const task = "goemotions";

const comment = input("comment");

const closed: PromptTemplate = defineTemplate({
  task,
  kind: "closed",
  version: 1,
  keys: constantKeys,
  body: `You are simulating a human emotion-annotation task on Reddit comments.
A rater reads ONE comment and chooses exactly ONE emotion label from the list provided. Treat the list as a CLOSED set for this question.

COMMENT:
{{comment}}

Emotion options (closed set), each after its key:
{{options}}

Return ONLY JSON mapping the key of each option (c1, c2, ...) to probability. Probabilities must sum to 1.`,
  slots: { comment, options: keyedOptions },
});

const open: PromptTemplate = defineTemplate({
  task,
  kind: "open",
  version: 1,
  keys: constantKeys,
  other: constantOther,
  body: `You are simulating a large-sample human emotion-annotation study of Reddit comments. A rater reads ONE comment and selects the emotions that apply from a fixed set.

COMMENT:
{{comment}}

Candidate emotions (partial list), each after its key
{{options}}

TASK:
Return a probability mass function (PMF) estimating how likely each candidate is to be the emotion a randomly chosen rater selects for this comment. Name each candidate by its key (c1, c2, ...). Include a special key "{{other}}" for the probability that the rater selects some emotion NOT in the candidate list.

Calibration guidance:
- The candidate list is partial (not exhaustive). Many emotions
  are not listed.
- Emotions that most raters select should get high probability; emotions that few select near zero.
- Use {{other}} for remaining probability mass (unlisted emotions).

OUTPUT REQUIREMENTS:
- Output ONLY the JSON object.
- Include the key of EVERY candidate emotion plus {{other}}.
- Probabilities must be numeric and sum to 1.`,
  slots: { comment, options: keyedOptions, other: keyedOther },
  severalLabels: true,
});

/** The two templates over a set. */
export const goemotionsSets: readonly PromptTemplate[] = [closed, open];
