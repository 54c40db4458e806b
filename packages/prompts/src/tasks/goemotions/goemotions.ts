import { defineTemplate, type PromptTemplate } from "../../template/template.ts";
import { examples, inlineOptions, input, labels, listedOptions, other, target } from "../../slots/slots.ts";

/**
 * Emotions of Reddit comments (GoEmotions): x is a comment, y one of 28 emotions, of which a rater
 * may select several. `pmi` and `closed` are the paper's, printed in its appendix; the rest are
 * ours in the same style.
 */
const task = "goemotions";

const comment = input("comment");

const pmi: PromptTemplate = defineTemplate({
  task,
  kind: "pmi",
  version: 1,
  body: `You are simulating a large-scale human annotation study of Reddit comments.
Each rater reads ONE comment and selects ALL emotions that apply from a fixed set.
Raters may select multiple emotions.

Define an event T as: a randomly chosen rater selects the TARGET emotion for this comment.

Pointwise mutual information (PMI) in nats is: PMI = ln(P(T|comment) / P(T)).

COMMENT:
{{comment}}

TARGET EMOTION: {{target}}

Return ONLY JSON: {"PMI_LN": <number>, "notes": "<short>"}.`,
  slots: { comment, target },
});

const conditional: PromptTemplate = defineTemplate({
  task,
  kind: "conditional",
  version: 1,
  body: `In a large emotion-annotation study of Reddit comments, raters each read ONE comment and select ALL emotions that apply from a fixed set; raters may select multiple emotions. Estimate p_apply = P(a randomly chosen rater selects the TARGET emotion for this comment).

COMMENT:
{{comment}}

TARGET EMOTION: {{target}}

Return ONLY JSON: {"p_apply": <number>, "notes": "<short>"}.
p_apply must be in (0,1].`,
  slots: { comment, target },
});

const closed: PromptTemplate = defineTemplate({
  task,
  kind: "closed",
  version: 1,
  body: `You are simulating a human emotion-annotation task on Reddit comments.
A rater reads ONE comment and chooses exactly ONE emotion label from the list provided. Treat the list as a CLOSED set for this question.

COMMENT:
{{comment}}

Emotion options (closed set):
{{options}}

Return ONLY JSON mapping each option to probability. Probabilities must sum to 1.`,
  slots: { comment, options: listedOptions },
});

const open: PromptTemplate = defineTemplate({
  task,
  kind: "open",
  version: 1,
  body: `You are simulating a large-sample human emotion-annotation study of Reddit comments. A rater reads ONE comment and selects the emotions that apply from a fixed set.

COMMENT:
{{comment}}

Candidate emotions (partial list)
{{options}}

TASK:
Return a probability mass function (PMF) estimating how likely each candidate is to be the emotion a randomly chosen rater selects for this comment. Include a special key "{{other}}" for the probability that the rater selects some emotion NOT in the candidate list.

Calibration guidance:
- The candidate list is partial (not exhaustive). Many emotions
  are not listed.
- Emotions that most raters select should get high probability; emotions that few select near zero.
- Use {{other}} for remaining probability mass (unlisted emotions).

OUTPUT REQUIREMENTS:
- Output ONLY the JSON object.
- Include EVERY candidate emotion plus {{other}}.
- Probabilities must be numeric and sum to 1.`,
  slots: { comment, options: inlineOptions, other },
  severalLabels: true,
});

const marginal: PromptTemplate = defineTemplate({
  task,
  kind: "marginal",
  version: 1,
  body: `In an emotion-annotation study of Reddit comments where raters select ALL emotions that apply, estimate p_base = P(a randomly chosen rater selects TARGET) over random comments.

TARGET: {{target}}

Return ONLY JSON: {"p_base": <number>, "notes": "<short>"}.
p_base must be in (0,1].`,
  slots: { target },
});

const grounded: PromptTemplate = defineTemplate({
  task,
  kind: "grounded",
  version: 1,
  body: `You are simulating a large-sample human emotion-annotation study of Reddit comments.
A rater reads a random comment and selects ALL emotions that apply from a fixed set.

We want the BASE RATE probability that a specific target emotion is selected
by a randomly chosen rater, averaged across ALL comments.

Here are some example target emotions used in this study (no frequencies given): {{labels}}

Here are a few example comments and their common emotions
(for grounding only; do NOT assume frequencies):

{{examples}}

TARGET EMOTION: {{target}}

TASK:
Estimate p_base = P(TARGET EMOTION is selected by a randomly chosen rater) across random comments.

Important notes:
- Raters may select multiple emotions for a comment.
- p_base must be in (0,1]; do NOT use 0.

Return ONLY JSON: {"p_base": <number>}`,
  slots: { labels, examples: examples("COMMENT = {{comment}}\n  Common emotions: {{y}}"), target },
});

/** The six templates of the task, in the order of the kinds. */
export const goemotions: readonly PromptTemplate[] = [pmi, conditional, closed, open, marginal, grounded];
