/** The mark in the id of every reply of the simulated server, after the vendor's own prefix. */
export const SIMULATED_REPLY = "promptnce_simulated_";

/**
 * Whether the simulated server gave the reply, and not a model, by the id that stores keep.
 *
 * @example
 * isSimulatedReply({ id: "msg_promptnce_simulated_17" }); // → true
 */
export function isSimulatedReply({ id }: { readonly id?: string }): boolean {
  return id !== undefined && id.includes(SIMULATED_REPLY);
}
