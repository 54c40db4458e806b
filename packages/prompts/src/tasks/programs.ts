import { letters } from "../slots/candidates.ts";
import { letteredBlocks } from "../slots/lettered-blocks.ts";
import { input, otherAmong } from "../slots/slots.ts";
import type { DecisionTexts } from "../template/decision-texts.ts";
import type { LikelihoodTexts } from "../template/likelihood-template.ts";
import { replyForms } from "../template/task-wordings.ts";
import type { Wording } from "../template/template.ts";

// A program is too long for a JSON key, so a reply names it by a letter.
const common = { task: "programs", version: 1, keys: letters } as const;
const slots = { summary: input("summary"), programs: letteredBlocks("Program") };
const forms = replyForms("letter", 'the letter of each program ("A", "B", ...)');

/**
 * Summaries of students (the case study, Section 4.4): x is a summary of one student, y the whole
 * text of a program, finished or not. The paper prints no prompt for it; these are ours in its
 * style. There are only questions about sets: no one can state the probability of one exact text
 * among all possible ones, and P(y) cancels in the comparisons of the case study.
 */
export const programs: readonly Wording[] = [
  {
    ...common,
    kind: "closed",
    body: `You are simulating students of an introductory programming course.
A teacher read some code of ONE student and wrote a short summary of what this student understands. The same student wrote exactly ONE of the programs listed. Treat the list as a CLOSED set for this question.

STUDENT SUMMARY:
{{summary}}

Program options (closed set):

{{programs}}${forms.closed}`,
    slots,
  },
  {
    ...common,
    kind: "open",
    body: `You are simulating students of a large introductory programming course. A teacher read some code of ONE student and wrote a short summary of what this student understands. The same student wrote ONE program for a given task.

STUDENT SUMMARY:
{{summary}}

Candidate programs (partial list)

{{programs}}

TASK:
Return a probability mass function (PMF) estimating how likely each candidate is to be the exact program that this student wrote. Name each candidate by its letter ("A", "B", ...). Include a special key "{{other}}" for the probability that the student wrote some program NOT in the candidate list.

Calibration guidance:
- The candidate list is partial (not exhaustive). Many programs
  are not listed.
- Programs that show what the summary says should get high probability; programs that contradict it near zero.
- Use {{other}} for remaining probability mass (unlisted programs).${forms.open}`,
    slots: { ...slots, other: otherAmong(letters) },
  },
];

/** The prompt after which GEM scores a program. */
export const programsLikelihood: LikelihoodTexts = {
  task: "programs",
  shown: "STUDENT SUMMARY:\n{{summary}}",
  likelihood: {
    system: `You are a student of an introductory programming course. A teacher has read some of your code and written a short summary of what you understand. You write ONE program for a given task. Answer with the program and nothing else.`,
    premise: `You are a random student of the course. Write your program.`,
    lead: "\n",
  },
};

/** The texts that decision models get about programs. */
export const programsDecisions: DecisionTexts = {
  study:
    "A teacher of a large introductory programming course read some code of ONE student and wrote a short summary of what this student understands. The same student wrote ONE program for a given task.",
  which: "Which program did this student write?",
  other: "The student wrote some program that is NOT among the other options.",
};
