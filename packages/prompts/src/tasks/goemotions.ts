import type { PaperTask } from "./paper-task.ts";

const shown = "COMMENT:\n{{comment}}";

/**
 * Emotions of Reddit comments (GoEmotions): x is a comment, y one of 28 emotions, of which a rater
 * may select several. The paper prints `pmi` and `closed`, in which a rater chooses exactly ONE.
 * `open` asks the same, since one distribution over labels cannot express more.
 */
export const goemotions: PaperTask = {
  task: "goemotions",
  shown,
  candidate: "emotion",
  severalLabels: true,
  versions: { open: 2 },
  bodies: {
    pmi: `You are simulating a large-scale human annotation study of Reddit comments.
Each rater reads ONE comment and selects ALL emotions that apply from a fixed set.
Raters may select multiple emotions.

Define an event T as: a randomly chosen rater selects the TARGET emotion for this comment.

Pointwise mutual information (PMI) in nats is: PMI = ln(P(T|comment) / P(T)).

${shown}

TARGET EMOTION: {{target}}`,
    conditional: `In a large emotion-annotation study of Reddit comments, raters each read ONE comment and select ALL emotions that apply from a fixed set; raters may select multiple emotions. Estimate p_apply = P(a randomly chosen rater selects the TARGET emotion for this comment).

${shown}

TARGET EMOTION: {{target}}`,
    closed: `You are simulating a human emotion-annotation task on Reddit comments.
A rater reads ONE comment and chooses exactly ONE emotion label from the list provided. Treat the list as a CLOSED set for this question.

${shown}

Emotion options (closed set):
{{options}}`,
    open: `You are simulating a large-sample human emotion-annotation study of Reddit comments. A rater reads ONE comment and chooses exactly ONE emotion label from a fixed set.

${shown}

Candidate emotions (partial list)
{{options}}

TASK:
Return a probability mass function (PMF) estimating how likely each candidate is to be the emotion that a randomly chosen rater chooses for this comment. Include a special key "{{other}}" for the probability that the rater chooses some emotion NOT in the candidate list.

Calibration guidance:
- The candidate list is partial (not exhaustive). Many emotions
  are not listed.
- Emotions that most raters choose should get high probability; emotions that few choose near zero.
- Use {{other}} for remaining probability mass (unlisted emotions).`,
    marginal: `In an emotion-annotation study of Reddit comments where raters select ALL emotions that apply, estimate p_base = P(a randomly chosen rater selects TARGET) over random comments.

TARGET: {{target}}`,
    grounded: `You are simulating a large-sample human emotion-annotation study of Reddit comments.
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
- Raters may select multiple emotions for a comment.`,
  },
  example: "COMMENT = {{comment}}\n  Common emotions: {{y}}",
  interventions: {
    pair: "comment and emotion",
    pairs: "comments and emotions",
    example: "COMMENT = {{comment}}\n  TARGET EMOTION = {{y}}\n  p_apply = {{p}}",
    generateThenRank: `Work in this order:
1. Generate the five emotions that raters select most often for this comment, without looking at the TARGET emotion.
2. Rank them from most to least likely, and put the TARGET emotion in its place among them (it may come last).
3. Judge p_apply from that place.`,
    ranking: "the ranking, with the TARGET emotion in its place",
    logScalePrior: `Probabilities in this study span several orders of magnitude. FIRST choose the order of magnitude of p_apply, THEN refine the value within it:
- 0.1 to 1: many raters select the TARGET emotion
- 0.01 to 0.1: some do
- 0.001 to 0.01: few do
- below 0.001: hardly any do`,
  },
  decisions: {
    study:
      "In a large emotion-annotation study of Reddit comments, raters each read ONE comment and select ALL emotions that apply from a fixed set; raters may select multiple emotions.",
    which: "Which emotion does a randomly chosen rater choose for this comment, if only ONE?",
    other: "The rater chooses some emotion that is NOT among the other options.",
    single: {
      unseen:
        "The comment is drawn at random from all comments of the study, and is not shown here.",
      labels: "Here are some example target emotions used in this study (no frequencies given):",
      examples:
        "Here are a few example comments and their common emotions (for grounding only; do NOT assume frequencies):",
      conditional:
        "A randomly chosen rater selects the TARGET emotion for this comment.\n\nTARGET EMOTION: {{target}}",
      marginal:
        "A randomly chosen rater selects the TARGET emotion for a random comment.\n\nTARGET EMOTION: {{target}}",
    },
  },
  likelihood: {
    system: `You are a rater in an emotion-annotation study of Reddit comments. You read ONE comment and name an emotion that applies to it. Answer with the emotion and nothing else.`,
    premise: `You are shown a random comment of the study. Name an emotion that applies to it.`,
    lead: " ",
  },
};
