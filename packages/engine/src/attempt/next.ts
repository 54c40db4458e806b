import type { CallContext, Reply } from "@promptnce/core";
import type { AttemptReply, Store, StoreEntry } from "../store/store.ts";

/**
 * The maximum number of replies to one request while they are invalid, however requests are
 * carried.
 */
const MOST = 3;

/**
 * The maximum number of replies to one request if the last one was cut off: the next one would be
 * too.
 */
const MOST_CUT = 2;

/** How often a request may be sent, and how its replies are read. */
export interface Attempts {
  /**
   * The maximum number of replies to a request while they are invalid; with 0, a stored reply is
   * always final.
   */
  readonly most: number;
  /** Whether a request that the store has as failed is sent once more. */
  readonly retryFailed: boolean;
  /** Without it, every reply counts as valid. */
  readonly read?: CallContext["read"] | undefined;
}

/** What happens next to a request. */
export type Next =
  /** It is sent as attempt number `attempt`, from 0. */
  | { readonly is: "asked"; readonly attempt: number }
  /** Its last reply is the outcome, valid or not. */
  | { readonly is: "answered" }
  /** Its failure is the outcome. */
  | { readonly is: "failed" };

/**
 * The next step for a request, by the last entry under its key: the single rule for direct calls,
 * batches and workers. A request with an invalid reply is sent again until there are `most`
 * replies. A refusal is the model's answer, and a reply cut at the token limit would be cut again,
 * so both are final. A failure is no reply and does not use up an attempt. A reply that was cut off
 * on its way does, since it is paid for: the request is sent once more, and fails if that is cut
 * off too.
 *
 * @example
 * const cutOff = { text: "", stop: "failed", failure: { kind: "cut", message: "cut off" } };
 * next({ reply: cutOff }, attemptsAt({})); // → { is: "asked", attempt: 1 }
 */
export function next(last: AttemptReply | undefined, { most, retryFailed, read }: Attempts): Next {
  if (last === undefined) return { is: "asked", attempt: 0 };
  const { reply, attempt = 0 } = last;
  const replies = attempt + 1;
  if (reply.failure?.kind === "cut" && replies < Math.min(most, MOST_CUT)) {
    return { is: "asked", attempt: replies };
  }
  if (reply.failure) return retryFailed ? { is: "asked", attempt } : { is: "failed" };
  return replies < most && isInvalid(reply, read)
    ? { is: "asked", attempt: replies }
    : { is: "answered" };
}

/** Where a request stands, according to a store. */
export interface RequestStatus {
  /** The last entry under the request's key. */
  readonly last: StoreEntry | undefined;
  readonly step: Next;
}

/** Where the request with this key stands. */
export async function standingOf(
  key: string,
  store: Store,
  attempts: Attempts,
): Promise<RequestStatus> {
  const last = await store.get(key);
  return { last, step: next(last, attempts) };
}

function isInvalid(reply: Reply, read: Attempts["read"]): boolean {
  return !["refusal", "length"].includes(reply.stop) && read?.(reply).ok === false;
}

/**
 * The attempts at a provider's requests: three by default, and one if equal requests always get
 * equal replies.
 *
 * @example
 * attemptsAt({}); // → { most: 3, retryFailed: false }
 */
export function attemptsAt(
  { deterministic = false }: { readonly deterministic?: boolean },
  {
    attempts = MOST,
    retryFailed = false,
  }: { readonly attempts?: number | undefined; readonly retryFailed?: boolean | undefined } = {},
): Attempts {
  return { most: deterministic ? Math.min(attempts, 1) : attempts, retryFailed };
}
