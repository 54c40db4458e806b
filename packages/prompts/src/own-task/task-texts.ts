import type { TaskTexts } from "../template/task-wordings.ts";
import { type Task, taskFields } from "./task.ts";

/**
 * The paper's prompts with what belongs to a task taken from what it says of itself. The structure is the paper's, down
 * to the headings and the form of the replies; the sentences are ours, since the printed ones are about one task each
 * (Appendix A). Where one of them changes, it takes another of `versions`, whatever a task says of itself.
 */
export function taskTexts(task: Task): TaskTexts {
  const { label, several, hints, long } = task;
  const plural = task.plural ?? `${label}s`;
  const setting = `${capital(task.person)} is shown ${task.sees} and ${task.event}.`;
  const shown = inputs(task);
  const LABEL = label.toUpperCase();
  const target = `TARGET ${LABEL}:${long ? "\n" : " "}{{target}}`;
  const given = `a randomly chosen person gives the TARGET ${label}`;
  const notes = [...hints, ...(several ? [`One person may give several ${plural}.`] : [])];
  const [blank, mapped, named] = long
    ? ["\n", `the letter of each ${label} ("A", "B", ...)`, ' Name each candidate by its letter ("A", "B", ...).']
    : ["", undefined, ""];
  return {
    task: task.name,
    shown,
    candidate: long ? "letter" : label,
    mapped,
    severalLabels: several,
    bodies: {
      pmi: `You are simulating a large-scale study of people.
${setting}

Define an event T as: ${given} for what is shown here.

Pointwise mutual information (PMI) in nats is: PMI = ln(P(T|what is shown) / P(T)).

${shown}

${target}`,
      conditional: `In a large study of people, the following is observed. ${setting} Estimate p_apply = P(${given} for what is shown here).

${shown}

${target}`,
      marginal: `In a study of people, the following is observed. ${setting} Estimate p_base = P(${given}), averaged over all that is shown in the study.

${target}`,
      grounded: `You are simulating a large-sample study of people.
${setting}

We want the BASE RATE probability of a specific target ${label}: how often
it is given by a randomly chosen person, averaged across ALL that is shown in the study.

Here are some example ${plural} in this study (no frequencies given): {{labels}}

Here are a few examples of what was shown and what was given
(for grounding only; do NOT assume frequencies):

{{examples}}

${target}

TASK:
Estimate p_base = P(${given}), averaged across all that is shown in the study.

Important notes:${notes.map((note) => `\n- ${sentence(note)}`).join("")}`,
      closed: `You are simulating people in a study.
${setting} For this question it is exactly ONE ${label} from the list provided. Treat the list as a CLOSED set for this question.

${shown}

${capital(label)} options (closed set):
${blank}{{options}}`,
      open: `You are simulating a large-sample study of people. ${setting}

${shown}

Candidate ${plural} (the list may be partial)
${blank}{{options}}

TASK:
Return a probability mass function (PMF) estimating how likely each candidate is to be the ${label} that a randomly chosen person gives for what is shown here.${named} Include a special key "{{other}}" for the probability that it is some ${label} NOT in the candidate list.

Calibration guidance:
- The candidate list may be partial (not exhaustive). There may be ${plural}
  that are not listed.
- What most people would give here should get high probability; what few would give near zero.
- Use {{other}} for remaining probability mass (unlisted ${plural}).`,
    },
    example: `${inputs(task, " = ", "\n  ")}\n  ${capital(label)}: {{y}}`,
    likelihood: {
      system: `You are ${task.person} in a study. ${setting} Answer with ${several ? `one such ${label}` : `that ${label}`} and nothing else.`,
      premise: `You are shown something of this study at random. Answer with ${several ? `one such ${label}` : `the ${label}`}.`,
      lead: long ? "\n" : " ",
    },
  };
}

/** The fields of x under their headings. */
function inputs({ fields }: Task, between = ":\n", end = "\n\n"): string {
  const headings = new Map(Object.entries(Array.isArray(fields) ? {} : fields));
  return taskFields({ fields })
    .map((name) => {
      const heading = headings.get(name) ?? name.replaceAll("_", " ").trim().toUpperCase();
      return `${heading}${between}{{${name}}}`;
    })
    .join(end);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? capital(text) : `${capital(text)}.`;
}
