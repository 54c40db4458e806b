import { likelihoodTemplate } from "../template/likelihood-template.ts";
import type { PromptTemplate } from "../template/template.ts";

/**
 * What GEM scores: one rater's answer, or one student's program, as the assistant's whole turn. The
 * paper prints none of these; they are ours, in the shape that GEM's authors describe.
 */
export const likelihoods: readonly PromptTemplate[] = [
  likelihoodTemplate({
    task: "words",
    version: 1,
    system: `You are a participant of a free-association study. You see ONE cue word and say the FIRST response word that comes to mind. Answer with that one word in capital letters and nothing else.`,
    body: `CUE: {{cue}}`,
    premise: `You are shown a random cue word of the study. Say your response word.`,
    lead: " ",
  }),
  likelihoodTemplate({
    task: "chaosnli",
    version: 1,
    system: `You are a rater in a natural language inference (NLI) annotation study. You read ONE premise-hypothesis pair and choose ONE label: entailment, neutral, or contradiction. Answer with the label and nothing else.`,
    body: `PREMISE: {{premise}}
HYPOTHESIS: {{hypothesis}}`,
    premise: `You are shown a random premise-hypothesis pair of the study. Choose its label.`,
    lead: " ",
  }),
  likelihoodTemplate({
    task: "goemotions",
    version: 1,
    system: `You are a rater in an emotion-annotation study of Reddit comments. You read ONE comment and name an emotion that applies to it. Answer with the emotion and nothing else.`,
    body: `COMMENT:
{{comment}}`,
    premise: `You are shown a random comment of the study. Name an emotion that applies to it.`,
    lead: " ",
  }),
  likelihoodTemplate({
    task: "programs",
    version: 1,
    system: `You are a student of an introductory programming course. A teacher has read some of your code and written a short summary of what you understand. You write ONE program for a given task. Answer with the program and nothing else.`,
    body: `STUDENT SUMMARY:
{{summary}}`,
    premise: `You are a random student of the course. Write your program.`,
    lead: "\n",
  }),
];
