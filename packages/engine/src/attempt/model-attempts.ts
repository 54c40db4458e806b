import { ProviderError } from "@promptnce/core/errors";
import type { CallContext, CallEvent, FailedCall, Provider, Reply } from "@promptnce/core";
import { type ProviderIdentity } from "@promptnce/providers";
import { failedReply, type CurrentSettings } from "@promptnce/providers/contract";
import type { StoreEntry } from "../store/store.ts";
import { type Attempt, entryOf, numbered } from "./entry-of.ts";
import { finalFailures } from "./final-failures.ts";
import type { WitnessReport } from "./witnesses.ts";

/** The outcome of an attempt. */
type Outcome = { readonly reply: Reply } | { readonly error: ProviderError };

/** One attempt at a request, from its sending to what is stored of it. */
export interface OneAttempt {
  /**
   * Sends it, unless the run is closing. The call's charges are stored as they occur, and its reply
   * before the call's place is free.
   *
   * @throws What is no failure of a call, such as an abort.
   */
  send(provider: Provider, call: CallContext): Promise<Outcome>;
  /** Stores the charge for a call without a reply; each error counts once. */
  charge(error: FailedCall, more?: { readonly batch: true }): Promise<void>;
  /**
   * Resolves with the reply, which is then stored, or with the failure as a reply, which is stored
   * at once or after its cause is decided.
   *
   * @param seen Whether other requests were answered meanwhile; by default, as `send` has seen it.
   * @throws The error, where it ends the run or names a setting that the model rejects.
   */
  settle(outcome: Outcome, seen?: WitnessReport): Promise<Reply>;
}

/** The attempts of one run at the requests to a model. */
export interface ModelAttempts {
  /** Begins an attempt with the settings `sent`; `keep` stores its outcome. */
  begin(
    attempt: Attempt,
    sent: CurrentSettings,
    keep: (entry: StoreEntry) => void | Promise<void>,
  ): OneAttempt;
  /**
   * To be called after the last request: stores the postponed failures that single prompts caused.
   *
   * @throws UnansweredError where the server was down for any request.
   */
  settle(): Promise<void>;
}

/**
 * How a run attempts the requests to one model, whether it calls the model, leaves them to batches,
 * or works for others: what is stored for a reply, a failure and a charge, and which failures end
 * the run ({@link finalFailures}). {@link next} derives the next step for a request from its last
 * entry.
 *
 * @param endures Whether the run continues however many requests fail alike.
 * @example
 * const complete = async () => ({ text: "0.4", stop: "end" });
 * const provider = { name: "ours", model: "large", settings: {}, complete };
 * const attempt = { key: "0".repeat(64), request: { prompt: "Rain?", sample: 0 }, attempt: 0 };
 * const entries = [];
 * const sent = { settings: {}, without: new Set() };
 * const one = modelAttempts(provider, false).begin(attempt, sent, (entry) => entries.push(entry));
 * await one.settle(await one.send(provider, {}));
 * entries[0].reply.text; // → "0.4"
 */
export function modelAttempts(provider: ProviderIdentity, endures: boolean): ModelAttempts {
  const failures = finalFailures(endures);
  return {
    begin(attempt, sent, keep) {
      const kind = attempt.request.template?.id ?? "prompts";
      const attempted = failures.attempts(kind);
      const charged = new Set<FailedCall>();
      let isStored = false;
      const entry = (reply: Reply): StoreEntry => entryOf(provider, sent, attempt, reply);
      const charge: OneAttempt["charge"] = async (error, more) => {
        attempted.missed();
        if (charged.has(error)) return;
        charged.add(error);
        await keep({ ...entry({ ...failedReply(error, error.body), ...more }), charge: true });
      };
      const keepReply = async (reply: Reply): Promise<void> => {
        await keep(entry(reply));
        isStored = true;
      };
      let isRepeated = false;
      let isUnderWay = false;
      const hear = async (event: CallEvent): Promise<void> => {
        if (event.is === "charged") await charge(event.error);
        else if (event.is === "reply") await keepReply(event.reply);
        else if (event.is === "uncharged") attempted.missed();
        else {
          if (event.is === "attempt" && isRepeated) attempted.missed();
          isRepeated ||= event.is === "attempt";
          attempted.sent();
        }
        isUnderWay = event.is === "sending";
      };
      return {
        charge,
        async send(through, call) {
          call.closing?.throwIfAborted();
          const tell = async (event: CallEvent): Promise<void> => {
            await call.tell?.(event);
            await hear(event);
          };
          try {
            return { reply: await through.complete(numbered(attempt), { ...call, tell }) };
          } catch (error) {
            if (!(error instanceof ProviderError)) throw error;
            if (error.mayBeBilled) await tell({ is: "charged", error });
            else if (isUnderWay) await tell({ is: "uncharged" });
            return { error };
          }
        },
        async settle(outcome, seen = attempted) {
          if ("reply" in outcome) {
            if (!isStored) await keepReply(outcome.reply);
            await failures.replied(kind, attempted);
            return outcome.reply;
          }
          const { error } = outcome;
          // Either the setting is left out, or it ends the run.
          if (error.parameter !== undefined) throw error;
          const reply = failedReply(error);
          await failures.failed(error, kind, async () => keep(entry(reply)), attempted, seen);
          return reply;
        },
      };
    },
    settle: () => failures.settle(),
  };
}
