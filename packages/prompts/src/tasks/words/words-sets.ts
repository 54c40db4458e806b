import { constantKeys, constantOther, keyedOptions, keyedOther } from "../../structured/constant-keys.ts";
import { input } from "../../slots/slots.ts";
import { defineTemplate, type PromptTemplate } from "../../template/template.ts";

/**
 * The questions over a set of free association (USF norms), for structured mode: the wording of `words.ts`
 * with constant keys in the place of the labels.
 */
const task = "words";

const cue = input("cue");

const closed: PromptTemplate = defineTemplate({
  task,
  kind: "closed",
  version: 1,
  keys: constantKeys,
  body: `You are simulating a human free-association task.
A participant sees ONE cue word and says exactly ONE response word from the list provided. Treat the list as a CLOSED set for this question.

CUE: {{cue}}

Response options (closed set), each after its key:
{{options}}

Return ONLY JSON mapping the key of each option (c1, c2, ...) to probability. Probabilities must sum to 1.`,
  slots: { cue, options: keyedOptions },
});

const open: PromptTemplate = defineTemplate({
  task,
  kind: "open",
  version: 1,
  keys: constantKeys,
  other: constantOther,
  body: `You are simulating a large-sample human free-association study. A participant sees ONE cue word and says the FIRST response word that comes to mind.

CUE: {{cue}}

Candidate response words (partial list), each after its key
{{options}}

TASK:
Return a probability mass function (PMF) estimating how likely each candidate is to be the participant's first response. Name each candidate by its key (c1, c2, ...). Include a special key "{{other}}" for the probability that the response is some word NOT in the candidate list.

Calibration guidance:
- The candidate list is partial (not exhaustive). Many response words
  are not listed.
- Strong associates should get high probability; weak ones near zero.
- Use {{other}} for remaining probability mass (unlisted responses).

OUTPUT REQUIREMENTS:
- Output ONLY the JSON object.
- Include the key of EVERY candidate word plus {{other}}.
- Probabilities must be numeric and sum to 1.`,
  slots: { cue, options: keyedOptions, other: keyedOther },
});

/** The two templates over a set. */
export const wordsSets: readonly PromptTemplate[] = [closed, open];
