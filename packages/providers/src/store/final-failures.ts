import { ProviderError } from "../errors/errors.ts";

/** So many failures alike, and no reply between, are not those of single requests. */
const ALIKE = 10;

/**
 * Tells what fails of single requests, which is an outcome, from what fails of the whole run, which ends it. A wrong
 * key, an empty account, an unknown model or address, and a limit that lets nothing through any more end a run at once.
 * So do ten requests that fail alike: the first of one kind of question, of which none was answered, or any in a row
 * where it is the vendor that fails, or the way to it, and not the request that is refused. They are then not kept,
 * since they say nothing of their requests.
 *
 * @param endures No number of failures alike ends the run.
 */
export function finalFailures(endures: boolean) {
  /** Failures of one kind in a row, of which none is kept yet. */
  const held = new Map<string, { readonly like: string; readonly keeps: (() => Promise<void>)[] }>();
  const answered = new Set<string>();
  const keepAll = async (kinds: readonly string[]): Promise<void> => {
    for (const kind of kinds) {
      const keeps = held.get(kind)?.keeps ?? [];
      held.delete(kind);
      for (const keep of keeps) await keep();
    }
  };
  return {
    /** The run is over: what failed and is not kept yet is. */
    settle: (): Promise<void> => keepAll([...held.keys()]),
    /** A reply came to this kind of question: what failed of it before was a matter of single requests, and is kept. */
    replied(kind: string): Promise<void> {
      answered.add(kind);
      return keepAll([kind, VENDOR]);
    },
    /** A request failed for good; `keep` stores that, sooner or later. @throws The error, where it ends the run. */
    async failed(error: ProviderError, kind: string, keep: () => Promise<void>): Promise<void> {
      if (endsRun(error)) throw error;
      const ofVendor = ["connection", "timeout", "server"].includes(error.kind);
      if (endures || (answered.has(kind) && !ofVendor)) return keep();
      const [row, like] = ofVendor ? [VENDOR, VENDOR] : [kind, `${error.kind} ${error.status}`];
      if (held.get(row)?.like !== like) await keepAll([row]);
      const { keeps } = held.get(row) ?? { keeps: [] };
      held.set(row, { like, keeps: [...keeps, keep] });
      if (keeps.length + 1 < ALIKE) return;
      held.delete(row);
      throw new ProviderError(`${error.message} (${ALIKE} requests failed like this, and none was answered.)`, error);
    },
  };
}

/** No kind of question. */
const VENDOR = "";

function endsRun({ kind, status = 0 }: ProviderError): boolean {
  return kind === "quota" || kind === "rate-limit" || [401, 404, 405].includes(status) || (kind === "auth" && !status);
}
