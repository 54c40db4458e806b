import type { ProviderError } from "@promptnce/providers";

/** What was answered to other prompts of the same kind of question while a request was attempted in vain. */
export interface Witnesses {
  /** Whether one was answered since the first attempt was sent. */
  readonly sinceSent: boolean;
  /** Whether one was sent after the first attempt had failed, and answered before the last was sent. */
  readonly between: boolean;
}

/**
 * - `run`: the whole run fails, and ends at once: a wrong key, an empty account, an unknown model.
 * - `server`: the server, or the way to it, was down. It says nothing of the prompt and is never an outcome of it.
 * - `prompt`: the server answered others and failed at this prompt again, which is an outcome of the prompt.
 * - `likely-prompt`: the same, unless the run ends since the server is down: it may have gone down just then.
 * - `refusal`: the request was refused, or its answer is of no known form. Whether that is a matter of this prompt or of
 *   all of its kind is known when another is answered, or ten are refused alike.
 */
export type Blame = "run" | "server" | "prompt" | "likely-prompt" | "refusal";

/**
 * What a request that failed for good tells of: its prompt, the server or the run. The rule for failures of connection,
 * of time and of the server (408, 409, 5xx, 529), of which `retried` has tried each several times:
 *
 * 1. Where another prompt of the same kind of question was sent and answered *between* its first failure and its last
 *    attempt, it is a matter of the prompt: it was asked again of a server that answers, and failed again.
 * 2. Where the server itself said that it failed (an HTTP status), and another was answered *since it was first sent*,
 *    be it after it was given up, it most likely is one too: in a small run all others may have been answered by the
 *    time it is tried again. A server that goes down meets the requests under way in the same way, so the end of the
 *    run decides: where it is down then, for any request, nothing is held against this one.
 * 3. Everything else is the server's. In particular a connection that is refused or cut, or a time that runs out, while
 *    nothing else is answered, be it of a single request.
 */
export function blameOf(error: ProviderError, witnesses: Witnesses): Blame {
  if (endsRun(error)) return "run";
  if (!OF_SERVER.has(error.kind)) return "refusal";
  if (witnesses.between) return "prompt";
  return error.status !== undefined && witnesses.sinceSent ? "likely-prompt" : "server";
}

const OF_SERVER: ReadonlySet<string> = new Set<ProviderError["kind"]>([
  "connection",
  "timeout",
  "server",
]);

function endsRun({ kind, status = 0 }: ProviderError): boolean {
  return (
    kind === "quota" ||
    kind === "rate-limit" ||
    [401, 404, 405].includes(status) ||
    (kind === "auth" && !status)
  );
}
