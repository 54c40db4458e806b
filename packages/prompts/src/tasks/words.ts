import type { PaperTask } from "./paper-task.ts";

/**
 * Free association (USF norms): x is a cue word, y a first response. The paper prints `marginal`,
 * `open` and `grounded`.
 */
export const words: PaperTask = {
  task: "words",
  shown: "CUE: {{cue}}",
  candidate: "word",
  bodies: {
    pmi: `You are simulating a large-scale human free-association study.
Each participant sees ONE cue word and says the FIRST response word that comes to mind.

Define an event T as: a randomly chosen participant says the TARGET word as first response to this cue.

Pointwise mutual information (PMI) in nats is: PMI = ln(P(T|cue) / P(T)).

CUE: {{cue}}

TARGET WORD: {{target}}`,
    conditional: `In a large free-association study, participants each see ONE cue word and say the FIRST response word that comes to mind. Estimate p_apply = P(a randomly chosen participant says TARGET as first response to this cue).

CUE: {{cue}}
TARGET: {{target}}`,
    closed: `You are simulating a human free-association task.
A participant sees ONE cue word and says exactly ONE response word from the list provided. Treat the list as a CLOSED set for this question.

CUE: {{cue}}

Response options (closed set):
{{options}}`,
    open: `You are simulating a large-sample human free-association study. A participant sees ONE cue word and says the FIRST response word that comes to mind.

CUE: {{cue}}

Candidate response words (partial list)
{{options}}

TASK:
Return a probability mass function (PMF) estimating how likely each candidate is to be the participant's first response. Include a special key "{{other}}" for the probability that the response is some word NOT in the candidate list.

Calibration guidance:
- The candidate list is partial (not exhaustive). Many response words
  are not listed.
- Strong associates should get high probability; weak ones near zero.
- Use {{other}} for remaining probability mass (unlisted responses).`,
    marginal: `In a free-association task, estimate p_base = P(TARGET is first response) over random cues.

TARGET: {{target}}`,
    grounded: `You are simulating a large-sample human free-association study.
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
- Rare words can be as low as 0.000001.`,
  },
  example: "CUE = {{cue}}\n  Common responses: {{y}}",
  interventions: {
    pair: "cue and target",
    pairs: "cues and targets",
    example: "CUE = {{cue}}\n  TARGET = {{y}}\n  p_apply = {{p}}",
    generateThenRank: `Work in this order:
1. Generate the ten response words that participants say most often to this cue, without looking at TARGET.
2. Rank them from most to least likely, and put TARGET in its place among them (it may come last).
3. Judge p_apply from that place.`,
    ranking: "the ranking, with TARGET in its place",
    logScalePrior: `Probabilities in this study span several orders of magnitude. FIRST choose the order of magnitude of p_apply, THEN refine the value within it:
- 0.1 to 1: many participants say TARGET
- 0.01 to 0.1: some do
- 0.001 to 0.01: few do
- below 0.001: hardly any do`,
  },
  decisions: {
    study:
      "In a large free-association study, participants each see ONE cue word and say the FIRST response word that comes to mind.",
    which: "Which word does a randomly chosen participant say as first response to this cue?",
    other: "The response is some word that is NOT among the other options.",
    single: {
      unseen:
        "The cue word is drawn at random from all cue words of the study, and is not shown here.",
      labels: "Here are some example target words used in this study (no frequencies given):",
      examples:
        "Here are a few example cue words and their common responses (for grounding only; do NOT assume frequencies):",
      notes: [
        "Very common response words (e.g. WATER, LOVE) have p_base ~ 0.001-0.01.",
        "Most words have p_base ~ 0.00001-0.0001.",
        "Rare words can be as low as 0.000001.",
      ],
      conditional:
        "A randomly chosen participant says TARGET as first response to this cue.\n\nTARGET: {{target}}",
      marginal:
        "A randomly chosen participant says TARGET as first response to a random cue word.\n\nTARGET: {{target}}",
    },
  },
  likelihood: {
    system: `You are a participant of a free-association study. You see ONE cue word and say the FIRST response word that comes to mind. Answer with that one word in capital letters and nothing else.`,
    premise: `You are shown a random cue word of the study. Say your response word.`,
    lead: " ",
  },
};
