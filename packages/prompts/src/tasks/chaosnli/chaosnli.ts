import { defineTemplate, type PromptTemplate } from "../../template/template.ts";
import { examples, inlineOptions, input, labels, listedOptions, other, target } from "../../slots/slots.ts";

/**
 * Natural language inference (ChaosNLI): x is a premise with a hypothesis, y one of entailment,
 * neutral, contradiction. `conditional` is the paper's, printed in its appendix; the rest are ours
 * in the same style. The open set may hold all three labels, so nothing says that it is partial.
 */
const task = "chaosnli";

const premise = input("premise");
const hypothesis = input("hypothesis");

const pmi: PromptTemplate = defineTemplate({
  task,
  kind: "pmi",
  version: 1,
  body: `You are simulating a large-scale human annotation study of natural language inference (NLI).
Each rater reads ONE premise-hypothesis pair and chooses ONE label: entailment, neutral, or contradiction.

Define an event T as: a randomly chosen rater selects the TARGET label for this pair.

Pointwise mutual information (PMI) in nats is: PMI = ln(P(T|pair) / P(T)).

PREMISE: {{premise}}
HYPOTHESIS: {{hypothesis}}

TARGET LABEL: {{target}}

Return ONLY JSON: {"PMI_LN": <number>, "notes": "<short>"}.`,
  slots: { premise, hypothesis, target },
});

const conditional: PromptTemplate = defineTemplate({
  task,
  kind: "conditional",
  version: 1,
  body: `In a large NLI annotation study, 100 raters each read a premise-hypothesis pair and choose ONE label: entailment, neutral, or contradiction. Estimate p_apply = P(a randomly chosen rater selects TARGET label for this pair).

PREMISE: {{premise}}
HYPOTHESIS: {{hypothesis}}
TARGET LABEL: {{target}}

Return ONLY JSON: {"p_apply": <number>, "notes": "<short>"}.
p_apply must be in (0,1].`,
  slots: { premise, hypothesis, target },
});

const closed: PromptTemplate = defineTemplate({
  task,
  kind: "closed",
  version: 1,
  body: `You are simulating a human natural language inference (NLI) annotation task.
A rater reads ONE premise-hypothesis pair and chooses exactly ONE label from the list provided. Treat the list as a CLOSED set for this question.

PREMISE: {{premise}}
HYPOTHESIS: {{hypothesis}}

Label options (closed set):
{{options}}

Return ONLY JSON mapping each option to probability. Probabilities must sum to 1.`,
  slots: { premise, hypothesis, options: listedOptions },
});

const open: PromptTemplate = defineTemplate({
  task,
  kind: "open",
  version: 1,
  body: `You are simulating a large-sample human natural language inference (NLI) annotation study. A rater reads ONE premise-hypothesis pair and chooses ONE label: entailment, neutral, or contradiction.

PREMISE: {{premise}}
HYPOTHESIS: {{hypothesis}}

Candidate labels
{{options}}

TASK:
Return a probability mass function (PMF) estimating how likely each candidate is to be the label a randomly chosen rater chooses. Include a special key "{{other}}" for the probability that the rater chooses some label NOT in the candidate list.

Calibration guidance:
- The candidate list may or may not be exhaustive.
- Labels that most raters choose should get high probability; labels that few choose near zero.
- Use {{other}} for remaining probability mass (unlisted labels).

OUTPUT REQUIREMENTS:
- Output ONLY the JSON object.
- Include EVERY candidate label plus {{other}}.
- Probabilities must be numeric and sum to 1.`,
  slots: { premise, hypothesis, options: inlineOptions, other },
});

const marginal: PromptTemplate = defineTemplate({
  task,
  kind: "marginal",
  version: 1,
  body: `In an NLI annotation study where raters choose ONE label (entailment, neutral, or contradiction), estimate p_base = P(a randomly chosen rater selects TARGET) over random premise-hypothesis pairs.

TARGET: {{target}}

Return ONLY JSON: {"p_base": <number>, "notes": "<short>"}.
p_base must be in (0,1].`,
  slots: { target },
});

const grounded: PromptTemplate = defineTemplate({
  task,
  kind: "grounded",
  version: 1,
  body: `You are simulating a large-sample human natural language inference (NLI) annotation study.
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
- Each rater chooses exactly ONE label for a pair.
- p_base must be in (0,1]; do NOT use 0.

Return ONLY JSON: {"p_base": <number>}`,
  slots: {
    labels,
    examples: examples("PREMISE = {{premise}}\n  HYPOTHESIS = {{hypothesis}}\n  Common labels: {{y}}"),
    target,
  },
});

/** The six templates of the task, in the order of the kinds. */
export const chaosnli: readonly PromptTemplate[] = [pmi, conditional, closed, open, marginal, grounded];
