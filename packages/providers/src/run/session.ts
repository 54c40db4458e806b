import type { Asking, Elicitation, Provider, Template } from "@promptnce/core";
import { cached } from "../store/cached.ts";
import { type FingerprintTable, fingerprintTable } from "../store/fingerprint-table.ts";
import type { Store } from "../store/store.ts";
import { isSimulatedReply } from "../simulated-server/simulated-reply.ts";

/** A reply that could not be read, with its text and why. */
export interface UnreadableReply {
  readonly template: string;
  readonly prompt: string;
  readonly reply: string;
  readonly reason: string;
}

/** What was asked of one provider, and what came of it so far. */
export interface Asked {
  readonly questions: number;
  /** How many of them the store answered. */
  readonly stored: number;
  /** How many replies came beyond one a question, since the one before could not be read. */
  readonly again: number;
  readonly unreadable: number;
  /** The first of them with their texts. */
  readonly unreadableReplies: readonly UnreadableReply[];
  /** Whether any reply came from the simulated server, which is no model whatever it is called. */
  readonly rehearsed: boolean;
  /** The wordings that were used, by `id@version`. */
  readonly templates: ReadonlyMap<string, Template>;
  /** Of the store's replies that were used, every attempt. */
  readonly keys: Pick<FingerprintTable, "get">;
  /** The settings as they were sent. */
  readonly settings: Provider["settings"];
  /** Those that were not, since the model rejects them, with the values that were asked for. */
  readonly leftOut: Provider["settings"];
}

export interface SessionOptions extends Asking {
  readonly store: Store;
  /** 0 where nothing is to be asked again that the store has a reply to; see {@link cached}. */
  readonly attempts?: number | undefined;
  /** So many unreadable replies are kept with their texts; all if not given. */
  readonly texts?: number;
  /** Told once of each setting that is not sent, since the model rejects it. */
  readonly onLeftOut?: (name: string, value: unknown) => void;
}

/** One provider with the store before it, asked in the wordings of one task. */
export interface Session extends Asking {
  /** Takes note of a question that was answered; nothing in memory grows with their number but 30 bytes each. */
  note(elicitation: Elicitation): void;
  /** As it stands when it is asked for. */
  readonly asked: Asked;
}

/** Nothing asked so far. Whoever elicits with the session's provider hands each elicitation to `note`. */
export function session(options: SessionOptions): Session {
  const { store, findTemplate, attempts, texts = Number.POSITIVE_INFINITY, onLeftOut } = options;
  const templates = new Map<string, Template>();
  const keys = fingerprintTable();
  const leftOut: Record<string, unknown> = {};
  const unreadableReplies: UnreadableReply[] = [];
  const count = { questions: 0, stored: 0, unreadable: 0, replies: 0 };
  let rehearsed = false;
  const counted: Provider = {
    ...options.provider,
    async complete(request, call) {
      const reply = await options.provider.complete(request, call);
      count.replies++;
      return reply;
    },
  };
  const provider = cached(counted, store, {
    attempts,
    onKey: (key) => void keys.add(key, 1),
    onLeftOut(name, value) {
      leftOut[name] = value;
      onLeftOut?.(name, value);
    },
  });
  return {
    provider,
    findTemplate,
    note({ question, template, prompt, reply, reading }) {
      count.questions++;
      if (reply.stored === true) count.stored++;
      rehearsed ||= isSimulatedReply(reply);
      if (!templates.has(template)) templates.set(template, findTemplate(question));
      if (reading.ok || ++count.unreadable > texts) return;
      unreadableReplies.push({ template, prompt, reply: reply.text, reason: reading.reason });
    },
    get asked() {
      const { replies, ...counts } = count;
      const again = Math.max(0, replies - (counts.questions - counts.stored));
      return { ...counts, again, rehearsed, unreadableReplies, templates, keys, settings: provider.settings, leftOut };
    },
  };
}
