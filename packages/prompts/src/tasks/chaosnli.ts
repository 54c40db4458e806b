import type { PaperTask } from "./paper-task.ts";

const shown = "PREMISE: {{premise}}\nHYPOTHESIS: {{hypothesis}}";

/**
 * Natural language inference (ChaosNLI): x is a premise with a hypothesis, y one of entailment,
 * neutral, contradiction. The paper prints `conditional`. The open set may hold all three labels,
 * so nothing says that it is partial.
 */
export const chaosnli: PaperTask = {
  task: "chaosnli",
  shown,
  candidate: "label",
  bodies: {
    pmi: `You are simulating a large-scale human annotation study of natural language inference (NLI).
Each rater reads ONE premise-hypothesis pair and chooses ONE label: entailment, neutral, or contradiction.

Define an event T as: a randomly chosen rater selects the TARGET label for this pair.

Pointwise mutual information (PMI) in nats is: PMI = ln(P(T|pair) / P(T)).

${shown}

TARGET LABEL: {{target}}`,
    conditional: `In a large NLI annotation study, 100 raters each read a premise-hypothesis pair and choose ONE label: entailment, neutral, or contradiction. Estimate p_apply = P(a randomly chosen rater selects TARGET label for this pair).

${shown}
TARGET LABEL: {{target}}`,
    closed: `You are simulating a human natural language inference (NLI) annotation task.
A rater reads ONE premise-hypothesis pair and chooses exactly ONE label from the list provided. Treat the list as a CLOSED set for this question.

${shown}

Label options (closed set):
{{options}}`,
    open: `You are simulating a large-sample human natural language inference (NLI) annotation study. A rater reads ONE premise-hypothesis pair and chooses ONE label: entailment, neutral, or contradiction.

${shown}

Candidate labels
{{options}}

TASK:
Return a probability mass function (PMF) estimating how likely each candidate is to be the label a randomly chosen rater chooses. Include a special key "{{other}}" for the probability that the rater chooses some label NOT in the candidate list.

Calibration guidance:
- The candidate list may or may not be exhaustive.
- Labels that most raters choose should get high probability; labels that few choose near zero.
- Use {{other}} for remaining probability mass (unlisted labels).`,
    marginal: `In an NLI annotation study where raters choose ONE label (entailment, neutral, or contradiction), estimate p_base = P(a randomly chosen rater selects TARGET) over random premise-hypothesis pairs.

TARGET: {{target}}`,
    grounded: `You are simulating a large-sample human natural language inference (NLI) annotation study.
A rater reads a random premise-hypothesis pair and chooses ONE label: entailment, neutral, or contradiction.

We want the BASE RATE probability that a specific target label is chosen
by a randomly chosen rater, averaged across ALL premise-hypothesis pairs.

Here are some example target labels used in this study (no frequencies given): {{labels}}

Here are a few example premise-hypothesis pairs and their common labels
(for grounding only; do NOT assume frequencies):

{{examples}}

TARGET LABEL: {{target}}

TASK:
Estimate p_base = P(TARGET LABEL is chosen) across random premise-hypothesis pairs.

Important notes:
- Each rater chooses exactly ONE label for a pair.`,
  },
  example: "PREMISE = {{premise}}\n  HYPOTHESIS = {{hypothesis}}\n  Common labels: {{y}}",
  interventions: {
    pair: "pair and label",
    pairs: "pairs and labels",
    example:
      "PREMISE = {{premise}}\n  HYPOTHESIS = {{hypothesis}}\n  TARGET LABEL = {{y}}\n  p_apply = {{p}}",
    generateThenRank: `Work in this order:
1. Generate, for each of the three labels, the best reason that a rater could have to choose it for this pair.
2. Rank the three labels from most to least likely, TARGET label among them.
3. Judge p_apply from the place of TARGET label.`,
    ranking: "the reasons and the ranking of the three labels",
    logScalePrior: `Probabilities in this study span orders of magnitude. FIRST choose the order of magnitude of p_apply, THEN refine the value within it:
- 0.1 to 1: ten or more of the 100 raters select TARGET label
- 0.01 to 0.1: one to ten do
- below 0.01: hardly any rater would`,
  },
  decisions: {
    study:
      "In a large NLI annotation study, 100 raters each read a premise-hypothesis pair and choose ONE label: entailment, neutral, or contradiction.",
    which: "Which label does a randomly chosen rater select for this pair?",
    other: "The rater selects some label that is NOT among the other options.",
    single: {
      unseen:
        "The premise-hypothesis pair is drawn at random from all pairs of the study, and is not shown here.",
      labels: "Here are some example target labels used in this study (no frequencies given):",
      examples:
        "Here are a few example premise-hypothesis pairs and their common labels (for grounding only; do NOT assume frequencies):",
      conditional:
        "A randomly chosen rater selects TARGET label for this pair.\n\nTARGET LABEL: {{target}}",
      marginal:
        "A randomly chosen rater selects TARGET label for a random premise-hypothesis pair.\n\nTARGET LABEL: {{target}}",
    },
  },
  likelihood: {
    system: `You are a rater in a natural language inference (NLI) annotation study. You read ONE premise-hypothesis pair and choose ONE label: entailment, neutral, or contradiction. Answer with the label and nothing else.`,
    premise: `You are shown a random premise-hypothesis pair of the study. Choose its label.`,
    lead: " ",
  },
};
