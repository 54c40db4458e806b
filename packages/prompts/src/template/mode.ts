/** The ways in which all questions of a run can be asked, the default first. */
export const modes = ["faithful", "structured"] as const;

/**
 * `faithful` asks with the paper's prompts and reads whatever JSON comes back; `structured` holds
 * the reply to a JSON Schema. Constrained decoding changes what is elicited, so that answers of the
 * two are never mixed in one table.
 */
export type Mode = (typeof modes)[number];
