import type { Reply } from "@promptnce/core";

/** What the simulated server's ids begin with, behind what a vendor's own ids begin with. */
const MARK = "promptnce_simulated_";

/** The id of a reply of the simulated server. */
export function simulatedReplyId(number: number | string): string {
  return `${MARK}${number}`;
}

/**
 * Whether the reply is one of the simulated server's, which speaks a vendor's wire format and is no
 * model: known by the reply's id, so that a store tells it as well.
 */
export function isSimulatedReply({ id }: Pick<Reply, "id">): boolean {
  return id !== undefined && id.includes(MARK);
}

/** The sentence that says so, of models in whose names the simulated server answered. */
export function rehearsedText(models: readonly string[]): string {
  return `The answers of ${models.join(", ")} are those of promptnce's simulated server, not of a language model.`;
}
