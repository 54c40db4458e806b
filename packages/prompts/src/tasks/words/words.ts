import { defineTemplate, type PromptTemplate } from "../../template/template.ts";
import { examples, inlineOptions, input, labels, listedOptions, other, target } from "../../slots/slots.ts";

/**
 * Free association (USF norms): x is a cue word, y a first response. `marginal`, `open` and
 * `grounded` are the paper's, printed in its appendix; the rest are ours in the same style.
 */
const task = "words";

const cue = input("cue");

const pmi: PromptTemplate = defineTemplate({
  task,
  kind: "pmi",
  version: 1,
  body: `You are simulating a large-scale human free-association study.
Each participant sees ONE cue word and says the FIRST response word that comes to mind.

Define an event T as: a randomly chosen participant says the TARGET word as first response to this cue.

Pointwise mutual information (PMI) in nats is: PMI = ln(P(T|cue) / P(T)).

CUE: {{cue}}

TARGET WORD: {{target}}

Return ONLY JSON: {"PMI_LN": <number>, "notes": "<short>"}.`,
  slots: { cue, target },
});

const conditional: PromptTemplate = defineTemplate({
  task,
  kind: "conditional",
  version: 1,
  body: `In a large free-association study, participants each see ONE cue word and say the FIRST response word that comes to mind. Estimate p_apply = P(a randomly chosen participant says TARGET as first response to this cue).

CUE: {{cue}}
TARGET: {{target}}

Return ONLY JSON: {"p_apply": <number>, "notes": "<short>"}.
p_apply must be in (0,1].`,
  slots: { cue, target },
});

const closed: PromptTemplate = defineTemplate({
  task,
  kind: "closed",
  version: 1,
  body: `You are simulating a human free-association task.
A participant sees ONE cue word and says exactly ONE response word from the list provided. Treat the list as a CLOSED set for this question.

CUE: {{cue}}

Response options (closed set):
{{options}}

Return ONLY JSON mapping each option to probability. Probabilities must sum to 1.`,
  slots: { cue, options: listedOptions },
});

const open: PromptTemplate = defineTemplate({
  task,
  kind: "open",
  version: 1,
  body: `You are simulating a large-sample human free-association study. A participant sees ONE cue word and says the FIRST response word that comes to mind.

CUE: {{cue}}

Candidate response words (partial list)
{{options}}

TASK:
Return a probability mass function (PMF) estimating how likely each candidate is to be the participant's first response. Include a special key "{{other}}" for the probability that the response is some word NOT in the candidate list.

Calibration guidance:
- The candidate list is partial (not exhaustive). Many response words
  are not listed.
- Strong associates should get high probability; weak ones near zero.
- Use {{other}} for remaining probability mass (unlisted responses).

OUTPUT REQUIREMENTS:
- Output ONLY the JSON object.
- Include EVERY candidate word plus {{other}}.
- Probabilities must be numeric and sum to 1.`,
  slots: { cue, options: inlineOptions, other },
});

const marginal: PromptTemplate = defineTemplate({
  task,
  kind: "marginal",
  version: 1,
  body: `In a free-association task, estimate p_base = P(TARGET is first response) over random cues.

TARGET: {{target}}

Return ONLY JSON: {"p_base": <number>, "notes": "<short>"}.
p_base must be in (0,1].`,
  slots: { target },
});

const grounded: PromptTemplate = defineTemplate({
  task,
  kind: "grounded",
  version: 1,
  body: `You are simulating a large-sample human free-association study.
A participant sees a random cue word and says the FIRST response word.

We want the BASE RATE probability that a specific target word is said
as a first response, averaged across ALL possible cue words.

Here are some example target words used in this study (no frequencies given): {{labels}}

Here are a few example cue words and their common responses
(for grounding only; do NOT assume frequencies):

{{examples}}

TARGET WORD: {{target}}

TASK:
Estimate p_base = P(TARGET WORD is said as first response) across random cue words.

Important notes:
- Very common response words (e.g. WATER, LOVE) have p_base ~ 0.001-0.01.
- Most words have p_base ~ 0.00001-0.0001.
- Rare words can be as low as 0.000001.
- p_base must be in (0,1]; do NOT use 0.

Return ONLY JSON: {"p_base": <number>}`,
  slots: { labels, examples: examples("CUE = {{cue}}\n  Common responses: {{y}}"), target },
});

/** The six templates of the task, in the order of the kinds. */
export const words: readonly PromptTemplate[] = [pmi, conditional, closed, open, marginal, grounded];
