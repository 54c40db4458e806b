import { constantKeys, constantOther, keyedOptions, keyedOther } from "../../structured/constant-keys.ts";
import { input } from "../../slots/slots.ts";
import { defineTemplate, type PromptTemplate } from "../../template/template.ts";

/**
 * The questions over a set of natural language inference (ChaosNLI), for structured mode: the wording of `chaosnli.ts`
 * with constant keys in the place of the labels.
 */
const task = "chaosnli";

const premise = input("premise");
const hypothesis = input("hypothesis");

const closed: PromptTemplate = defineTemplate({
  task,
  kind: "closed",
  version: 1,
  keys: constantKeys,
  body: `You are simulating a human natural language inference (NLI) annotation task.
A rater reads ONE premise-hypothesis pair and chooses exactly ONE label from the list provided. Treat the list as a CLOSED set for this question.

PREMISE: {{premise}}
HYPOTHESIS: {{hypothesis}}

Label options (closed set), each after its key:
{{options}}

Return ONLY JSON mapping the key of each option (c1, c2, ...) to probability. Probabilities must sum to 1.`,
  slots: { premise, hypothesis, options: keyedOptions },
});

const open: PromptTemplate = defineTemplate({
  task,
  kind: "open",
  version: 1,
  keys: constantKeys,
  other: constantOther,
  body: `You are simulating a large-sample human natural language inference (NLI) annotation study. A rater reads ONE premise-hypothesis pair and chooses ONE label: entailment, neutral, or contradiction.

PREMISE: {{premise}}
HYPOTHESIS: {{hypothesis}}

Candidate labels, each after its key
{{options}}

TASK:
Return a probability mass function (PMF) estimating how likely each candidate is to be the label a randomly chosen rater chooses. Name each candidate by its key (c1, c2, ...). Include a special key "{{other}}" for the probability that the rater chooses some label NOT in the candidate list.

Calibration guidance:
- The candidate list may or may not be exhaustive.
- Labels that most raters choose should get high probability; labels that few choose near zero.
- Use {{other}} for remaining probability mass (unlisted labels).

OUTPUT REQUIREMENTS:
- Output ONLY the JSON object.
- Include the key of EVERY candidate label plus {{other}}.
- Probabilities must be numeric and sum to 1.`,
  slots: { premise, hypothesis, options: keyedOptions, other: keyedOther },
});

/** The two templates over a set. */
export const chaosnliSets: readonly PromptTemplate[] = [closed, open];
