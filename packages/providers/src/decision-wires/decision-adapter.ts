import type { DecisionAnswer, Reply, Request } from "@promptnce/core";
import { OptionError, ProviderError } from "@promptnce/core/errors";
import { at } from "@promptnce/core/json";
import { checkSettings, TIMEOUT_MS, type VendorConnection } from "../call/vendor-options.ts";
import type { Vendor } from "../call/vendor-error.ts";
import { failedReply, wrongRequest } from "../errors/errors.ts";
import { lenientReply } from "../reply/lenient-reply.ts";
import type { VendorAdapter } from "../reply/vendor-provider.ts";
import { type DecisionWire, type NamedDecision, QUESTION } from "./decision-wire.ts";

/** The options of an adapter of decision models, which write nothing and do not reason. */
export interface DecisionOptions extends VendorConnection {
  /** The vendor's own parameters, sent unchanged; part of a request's identity. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /**
   * The most questions about one state that a request may put, 1 by default. More of them spare the
   * tokens of the state, and may change the answers where a vendor does not keep questions apart;
   * so the number is part of a request's identity.
   */
  readonly questionsPerRequest?: number | undefined;
}

/** An adapter of decision models. */
export interface DecisionAdapterOptions extends DecisionOptions {
  /** The name of the provider. */
  readonly name: string;
  readonly vendor: Vendor;
  readonly wire: DecisionWire;
  /** The most options of a question. */
  readonly decides: number;
  readonly client?: () => Promise<unknown>;
  readonly send: VendorAdapter<Readonly<Record<string, unknown>>>["send"];
}

/**
 * The adapter of an endpoint for decisions: one question a request unless several are allowed,
 * since vendors do not all say that the questions of a request leave each other alone.
 *
 * @throws OptionError where a setting is reserved by the adapter or looks like a secret, or the
 *   number of questions is no whole number from 1.
 */
export function decisionAdapter(
  options: DecisionAdapterOptions,
): VendorAdapter<Readonly<Record<string, unknown>>> {
  const { name, model, settings = {}, vendor, wire, decides, client, send } = options;
  const { questionsPerRequest = 1 } = options;
  checkSettings(settings, ["model", "input", "state", "questions"]);
  checkQuestions(questionsPerRequest);
  const several = questionsPerRequest > 1;
  return {
    name,
    model,
    // Replaced by the questions themselves in the body.
    settings: several ? { ...settings, questions: questionsPerRequest } : settings,
    ...(several && { questionsPerRequest }),
    vendor,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    decides,
    ...(client && { client }),
    body(request, sent) {
      return { ...sent, ...wire.body({ model, state: request.prompt, questions: asked(request) }) };
    },
    send,
    reply(result, _, request) {
      const [own, ...beside] = decidedReplies(result, asked(request), options);
      return beside.length === 0 ? own : { ...own, beside };
    },
  };
}

function checkQuestions(count: number): void {
  if (Number.isInteger(count) && count >= 1) return;
  throw new OptionError("questionsPerRequest", `give a whole number from 1, not ${count}`);
}

/** The questions of a request by their names. */
function asked({ decision, beside = [] }: Request): readonly NamedDecision[] {
  if (decision === undefined) throw wrongRequest("There is no question in the request.");
  if (beside.length === 0) return [{ name: QUESTION, decision }];
  return [decision, ...beside].map((one, i) => ({ name: `${QUESTION}${i + 1}`, decision: one }));
}

/**
 * The replies in a response, of which the first has the usage of all. Of several questions, one
 * whose answer cannot be read has failed alone.
 *
 * @throws ProviderError where no answer can be read.
 */
function decidedReplies(
  response: unknown,
  questions: readonly NamedDecision[],
  { wire, vendor }: Pick<DecisionAdapterOptions, "wire" | "vendor">,
): readonly [Reply, ...Reply[]] {
  let unread: ProviderError | undefined;
  const replies = questions.map((question, place) => {
    try {
      const one = { ...question, place, of: questions.length };
      return decidedReply(wire.decided(response, one, vendor.title), response, place === 0);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      unread ??= error;
      return { ...decidedReply(undefined, response, place === 0), ...failedReply(error) };
    }
  });
  if (unread !== undefined && replies.every(({ failure }) => failure)) throw unread;
  return replies as [Reply, ...Reply[]];
}

/**
 * An answer as a reply, whose text is the answer as JSON; a refusal where there is none. Some hosts
 * count no output, since there is none.
 */
function decidedReply(
  decided: DecisionAnswer | undefined,
  response: unknown,
  hasUsage: boolean,
): Reply {
  const usage = hasUsage ? at(response, "usage") : undefined;
  const counted = typeof usage === "object" ? { output_tokens: 0, ...usage } : undefined;
  const beside = { ...(response as object), usage: counted };
  if (decided === undefined) return lenientReply("", "refusal", beside);
  return lenientReply(JSON.stringify(decided), "stop", beside);
}
