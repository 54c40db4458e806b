import { type Change, derivedBody } from "../slots/derived-body.ts";
import type { Wording } from "../template/template.ts";
import { constantKeys, constantOther, keyedOptions, keyedOther } from "./constant-keys.ts";

// Each place has a line break or the braces of a slot, which the phrases of a task of one's own
// cannot have: so none of them is taken for a place.

const closedChanges: readonly Change[] = [
  { before: ":\n{{options}}", insert: ", each after its key" },
  {
    replace: "\nReturn ONLY JSON mapping each option to",
    by: "\nReturn ONLY JSON mapping the key of each option (c1, c2, ...) to",
  },
];

const openChanges: readonly Change[] = [
  { before: "\n{{options}}", insert: ", each after its key" },
  { before: ` Include a special key "{{other}}"`, insert: " Name each candidate by its key (c1, c2, ...)." },
  { replace: "\n- Include EVERY candidate", by: "\n- Include the key of EVERY candidate" },
];

/** The wording of a question over a set with {@link constantKeys} in the place of the labels. */
export function keyedWording(wording: Wording): Wording {
  const open = wording.kind === "open";
  return {
    ...wording,
    // Where the changes above do, this changes with every version of the text: add to it.
    version: wording.version,
    body: derivedBody(wording.body, open ? openChanges : closedChanges),
    slots: { ...wording.slots, options: keyedOptions, ...(open && { other: keyedOther }) },
    keys: constantKeys,
    other: constantOther,
  };
}
