import { ProviderError } from "../errors/errors.ts";

/** So many failures alike, and no reply between, are not those of single requests. */
const ALIKE = 10;

/** Tells what fails of single requests, which is an outcome, from what fails of the whole run, which ends it. */
export interface FinalFailures {
  /** A reply came: what failed before was a matter of single requests, and is kept. */
  replied(): Promise<void>;
  /**
   * A request failed for good; `keep` stores that, sooner or later.
   *
   * @throws The error, where it ends the run.
   */
  failed(error: ProviderError, keep: () => Promise<void>): Promise<void>;
  /** The run is over: what failed and is not kept yet is. */
  settle(): Promise<void>;
}

/**
 * Nothing failed yet. A wrong key, an empty account, an unknown model or address, and a limit that lets nothing through
 * any more end a run at once. Ten requests that fail alike do so where no reply came before any of them; or came between
 * them where it is the vendor that fails, or the way to it, and not the request that is refused. They are then not kept,
 * since they say nothing of their requests.
 *
 * @param endures No number of failures alike ends the run.
 */
export function finalFailures(endures: boolean): FinalFailures {
  let held: { readonly like: string; readonly keep: () => Promise<void> }[] = [];
  let anyReply = false;
  const settle = async (): Promise<void> => {
    const all = held;
    held = [];
    for (const { keep } of all) await keep();
  };
  return {
    settle,
    replied: () => {
      anyReply = true;
      return settle();
    },
    async failed(error, keep) {
      if (endsRun(error)) throw error;
      const ofVendor = ["connection", "timeout", "server"].includes(error.kind);
      if (endures || (anyReply && !ofVendor)) return keep();
      const like = ofVendor ? "vendor" : `${error.kind} ${error.status}`;
      if (held.some((other) => other.like !== like)) await settle();
      held.push({ like, keep });
      if (held.length < ALIKE) return;
      held = [];
      throw new ProviderError(`${error.message} (${ALIKE} requests failed like this, and none was answered.)`, error);
    },
  };
}

function endsRun({ kind, status = 0 }: ProviderError): boolean {
  return kind === "quota" || kind === "rate-limit" || [401, 404, 405].includes(status) || (kind === "auth" && !status);
}
