import { goemotions } from "./goemotions.ts";
import type { PaperTask } from "./paper-task.ts";

const shown = goemotions.shown;

/**
 * The paper's tasks with texts that later versions replaced: those whose number is in `versions`.
 */
export const earlierTexts: readonly PaperTask[] = [
  {
    ...goemotions,
    versions: { open: 1 },
    bodies: {
      ...goemotions.bodies,
      open: `You are simulating a large-sample human emotion-annotation study of Reddit comments. A rater reads ONE comment and selects the emotions that apply from a fixed set.

${shown}

Candidate emotions (partial list)
{{options}}

TASK:
Return a probability mass function (PMF) estimating how likely each candidate is to be the emotion a randomly chosen rater selects for this comment. Include a special key "{{other}}" for the probability that the rater selects some emotion NOT in the candidate list.

Calibration guidance:
- The candidate list is partial (not exhaustive). Many emotions
  are not listed.
- Emotions that most raters select should get high probability; emotions that few select near zero.
- Use {{other}} for remaining probability mass (unlisted emotions).`,
    },
  },
];
