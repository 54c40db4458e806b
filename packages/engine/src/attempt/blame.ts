import type { ProviderError } from "@promptnce/core/errors";
import { isOfPrompt } from "@promptnce/providers/contract";

/**
 * Whether other prompts of the same kind of question were answered while the attempts of a request
 * failed.
 */
export interface Witnesses {
  /** Whether another prompt was answered since the first attempt was sent. */
  readonly sinceSent: boolean;
  /** Whether another prompt was sent after the first attempt, and answered. */
  readonly sentLater: boolean;
  /**
   * Whether another prompt was sent after the first attempt had failed, and answered before the
   * last attempt was sent.
   */
  readonly between: boolean;
}

/**
 * - `run`: the whole run fails and ends at once: a wrong key, an empty account, an unknown model.
 * - `server`: the server, or the connection to it, was down. This says nothing about the prompt and
 *   is never stored as its outcome.
 * - `prompt`: the server answered other prompts and failed at this one again, which is an outcome
 *   of the prompt.
 * - `likely-prompt`: the same, unless the run ends because the server is down: it may have gone
 *   down at that moment.
 * - `refusal`: the request was refused, or its reply has no known form. Whether that concerns this
 *   prompt, the account or all requests of its kind is decided once one that was sent later is
 *   answered, or ten in a row are refused alike.
 * - `bought`: a reply began and was cut off. Whoever caused it, it is stored at once, since it is paid
 *   for; ten of them without an answer end the run.
 */
export type Blame = "run" | "server" | "prompt" | "likely-prompt" | "refusal" | "bought";

/**
 * What a request that failed for good is evidence of: its prompt, the server or the run. The rule
 * for connection failures, timeouts and server errors (408, 409, 5xx, 529), each of which `retried`
 * has attempted several times:
 *
 * 1. If another prompt of the same kind of question was sent and answered *between* the request's
 *    first failure and its last attempt, the prompt is the cause: it was sent again to a working
 *    server, and failed again.
 * 2. If the server itself reported the failure by an HTTP status other than those of a gateway or of
 *    too much load (502, 503, 504, 520 and above), and another prompt was answered *since the
 *    request was first sent*, even after it was given up, the prompt is the likely cause: in a
 *    small run all others may have been answered before the first retry. A server that goes down
 *    affects the requests under way in the same way, so the end of the run decides: if the server
 *    is down then, for any request, this failure is not attributed to the prompt. Nor is it if it
 *    is one of several and nothing that was sent after them was answered: so fails what is sent to
 *    a server that has broken, and hardly ever several prompts at the very end.
 * 3. In all other cases the server is the cause: in particular for a connection refused or cut, a
 *    timeout, or a gateway's status while nothing else is answered, even if it concerns a single
 *    request.
 */
export function blameOf(error: ProviderError, witnesses: Witnesses): Blame {
  if (endsRun(error)) return "run";
  if (error.kind === "cut") return "bought";
  if (!OF_SERVER.has(error.kind)) return "refusal";
  if (witnesses.between) return "prompt";
  return isOfModel(error) && witnesses.sinceSent ? "likely-prompt" : "server";
}

/** Whether a failure was reported by the server that has the model, rather than by one before it. */
function isOfModel({ status }: ProviderError): boolean {
  return status !== undefined && status < 520 && ![502, 503, 504].includes(status);
}

const OF_SERVER: ReadonlySet<string> = new Set<ProviderError["kind"]>([
  "connection",
  "timeout",
  "server",
]);

/**
 * Whether an error concerns every request, such as a rejected key, rather than one prompt or the
 * server.
 *
 * @example
 * import { ProviderError } from "@promptnce/core/errors";
 * const options = { kind: "auth", retryable: false, status: 401 };
 * endsRun(new ProviderError("The key is not known.", options)); // → true
 */
export function endsRun({ kind, status = 0 }: ProviderError): boolean {
  return (
    ["quota", "rate-limit", "model"].includes(kind) ||
    [401, 404, 405, 407].includes(status) ||
    // A redirect, which is not followed.
    (status >= 300 && status < 400) ||
    // A 403 may be about one prompt.
    (kind === "auth" && status !== 403)
  );
}

/** Whether a refusal says of itself that it concerns its prompt. */
export function blamesPrompt({ kind, message }: ProviderError): boolean {
  return kind === "request" && isOfPrompt(message);
}

/** By what refusals are alike: what was refused and, in words without numbers and names, why. */
export function likenessOf({ kind, status, message }: ProviderError): string {
  const words = message
    .toLowerCase()
    .replace(/"[^"]*"|'[^']*'|`[^`]*`|\S*\d\S*/g, " ")
    .match(/\p{L}+/gu);
  return [kind, status, ...(words ?? []).slice(0, 40)].join(" ");
}
