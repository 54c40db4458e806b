import { derivedBody } from "../slots/derived-body.ts";

/**
 * The body of the kind `base-rates`, without the form of the reply at its end: that of one grounded base rate with the
 * candidates in the place of the target and, as in an open set, OTHER. Candidates may be blocks that are `lettered`.
 */
export function baseRatesBody(grounded: string, lettered: boolean): string {
  const [blank, named] = lettered ? ["\n", ' Name each candidate by its letter ("A", "B", ...).'] : ["", ""];
  return `${derivedBody(grounded, [
    { replace: "{{target}}", by: `each candidate of this list in turn (it may be partial)\n${blank}{{options}}` },
    {
      replace: "\n\nImportant notes:",
      by: `

Return the p_base of all candidates as a probability mass function (PMF).${named} Include a special key "{{other}}" for the probability of everything that is NOT in the candidate list.

Important notes:`,
    },
  ])}
- Compare the candidates with each other: how many times as common one is as another matters most.
- However rare a candidate is, do NOT use 0 for it.
- Use {{other}} for remaining probability mass (all that is unlisted).`;
}

/**
 * The body of the kind `identify`, without the form of the reply at its end: which candidate is the true one when the
 * others were drawn from P(y) (Section 2.2, Equation 2). The paper prints no prompt of it. What is studied comes first;
 * `options` is the place of the candidates with the line breaks before it.
 */
export function identifyBody(study: string, shown: string, options = "\n{{options}}"): string {
  return `${study}

The options below were put together in this way. ONE of them was given by a person for what is shown here. All others were drawn at random from everything that people give in the whole study, whatever they are shown: what is common there is drawn often. Then the options were shuffled.

Estimate, for each option, the probability that it is the ONE that was given for what is shown here. That an option is common says nothing for it, since common ones are drawn at random too: what counts is how many times as often it is given for this as in the whole study.

${shown}

Options (one given for this, the others drawn at random):${options}`;
}
