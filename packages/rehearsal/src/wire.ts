// The vendors' wire formats from the server's side, for tests of this repository.
export type { WireAnswer, WireError, WireFault } from "./wire/answer.ts";
export { badRequest, wireServer } from "./wire/wire-server.ts";
export { chatCompletions, messages, responses, type Wire, type WireReply } from "./wire/wires.ts";
