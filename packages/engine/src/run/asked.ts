import { type Provider, type Reading, type Request, isSimulatedReply } from "@promptnce/core";
import { type WriteOption, written } from "@promptnce/core/errors";
import type { InquiryResult } from "../attempt/ask.ts";
import type { FingerprintTable } from "../store/fingerprint-table.ts";
import { furtherAdvice, mannerOf } from "./advice.ts";
import { optionSummaries, type OptionSummary } from "../tally/option-masses.ts";
import { type CutPrompts, promptLengths } from "../tally/prompt-lengths.ts";
import { type RawByKind, RawTally } from "../tally/raw-replies.ts";

/** An invalid reply with its text and the reason; for a failed request the text is empty. */
export interface UnreadableReply {
  readonly template: string;
  readonly prompt: string;
  readonly reply: string;
  readonly reason: string;
  /** What may help, where there is more to suggest than looking at the reply. */
  readonly advice?: string | undefined;
}

/** The number of questions asked so far, and of those without an answer. */
export interface OutcomeCounts {
  readonly questions: number;
  readonly unreadable: number;
  /** Requests that failed for good; not included in `unreadable`. */
  readonly failed: number;
}

/** The numbers of questions asked so far, by their outcomes. */
export interface AskedCounts extends OutcomeCounts {
  /** How many of the questions the store answered. */
  readonly stored: number;
}

/** Statistics of the replies to questions. */
interface AskedReplies extends AskedCounts {
  /** The first unreadable and failed ones, with their texts. */
  readonly unreadableReplies: readonly UnreadableReply[];
  /**
   * The models that answered, by the name the vendor reports, with their number of replies; empty
   * where it reports none.
   */
  readonly served: ReadonlyMap<string, number>;
  /** Whether any reply came from the simulated server, which is no real model whatever its name. */
  readonly rehearsed: boolean;
  /** How many replies came without the grammar of their request, which the server refused. */
  readonly unconstrained: number;
  /** How the mass of next tokens is distributed; empty where no answer was read from tokens. */
  readonly options: readonly OptionSummary[];
  /** Prompts that the server has cut, as its counts of tokens show; absent where they show none. */
  readonly cutPrompts?: CutPrompts | undefined;
  /** The wordings used, by `id@version`. */
  readonly templates: ReadonlyMap<string, Wording>;
  /** The replies before any correction. */
  readonly raw: RawByKind;
}

/** The questions asked of one provider, and their outcomes so far. */
export interface AskingReport extends AskedReplies {
  /** Additional replies, received because an earlier reply to the same question was invalid. */
  readonly again: number;
  /** The store's keys of the replies used, with every attempt. */
  readonly keys: FingerprintTable;
  /** The settings as sent. */
  readonly settings: Provider["settings"];
  /**
   * The settings that were not sent because the model rejects them, with their requested values.
   */
  readonly leftOut: Provider["settings"];
}

/** A wording as a request names it. */
type Wording = NonNullable<Request["template"]>;

/**
 * Counts settled requests and what their replies were like.
 *
 * @param kept `texts`: how many unreadable replies are kept with their texts; `writeOption`: how
 *   advice writes options.
 */
export function askedTally({
  texts = Infinity,
  writeOption,
}: {
  readonly texts?: number | undefined;
  readonly writeOption?: WriteOption | undefined;
}) {
  const counts = { questions: 0, stored: 0, unreadable: 0, failed: 0 };
  const templates = new Map<string, Wording>();
  const served = new Map<string, number>();
  const raw = new RawTally();
  const masses = optionSummaries();
  const lengths = promptLengths();
  const unreadableReplies: UnreadableReply[] = [];
  let rehearsed = false;
  let unconstrained = 0;
  return {
    counts: counts as AskedCounts,
    note({ request, question, reply, reading: read }: InquiryResult): void {
      // The reader of a question tells all that a `Reading` says.
      const reading = read as Reading;
      const { stored, failure, served: by } = reply;
      const { template, prompt } = request;
      const id = template === undefined ? "" : `${template.id}@${template.version}`;
      counts.questions++;
      if (stored) counts.stored++;
      if (failure) counts.failed++;
      else if (!reading.ok) counts.unreadable++;
      if (template !== undefined) templates.set(id, template);
      if (question !== undefined) raw.add({ question, reply, reading });
      if (by?.model !== undefined) served.set(by.model, (served.get(by.model) ?? 0) + 1);
      if (reading.ok && reading.options) masses.note(id, reading.options);
      if (reply.usage) lengths.note(prompt, reply.usage);
      rehearsed ||= isSimulatedReply(reply);
      if (reply.unconstrained) unconstrained++;
      if (reading.ok || unreadableReplies.length >= texts) return;
      const further = failure ? undefined : furtherAdvice(reply, mannerOf(request));
      const advice = further && written(further, writeOption);
      const { reason } = reading;
      unreadableReplies.push({ template: id, prompt, reply: reply.text, reason, advice });
    },
    get seen(): AskedReplies {
      const replies = { unreadableReplies, served, rehearsed, unconstrained };
      const found = { options: masses.all(), cutPrompts: lengths.cut, raw: raw.byKind };
      return { ...counts, ...replies, ...found, templates };
    },
  };
}
