import type { Decided, Reply } from "@promptnce/core";
import { at } from "@promptnce/core/json";
import { checkSettings, TIMEOUT_MS, type VendorOptions } from "../call/vendor-options.ts";
import type { Vendor } from "../call/vendor-error.ts";
import { wrongRequest } from "../errors/errors.ts";
import { lenientReply } from "../reply/lenient-reply.ts";
import type { VendorAdapter } from "../reply/vendor-provider.ts";
import { type DecisionWire, type NamedDecision, QUESTION } from "./decision-wire.ts";

/** The options of an adapter of decision models, which write nothing and do not reason. */
export type DecisionOptions = Omit<VendorOptions, "maxTokens" | "effort">;

/** An adapter of decision models. */
export interface DecisionAdapterOptions extends Pick<
  DecisionOptions,
  "model" | "settings" | "timeoutMs"
> {
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
 * The adapter of an endpoint for decisions: one question a request, since vendors do not all say
 * that the questions of a request do not touch each other.
 *
 * @throws OptionError where a setting is reserved by the adapter or looks like a secret.
 */
export function decisionAdapter(
  options: DecisionAdapterOptions,
): VendorAdapter<Readonly<Record<string, unknown>>> {
  const { name, model, settings = {}, vendor, wire, decides, client, send } = options;
  checkSettings(settings, ["model", "input", "state", "questions"]);
  return {
    name,
    model,
    settings,
    vendor,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    decides,
    ...(client && { client }),
    body(request, sent) {
      const { prompt, decision } = request;
      if (decision === undefined) throw wrongRequest("There is no question in the request.");
      const questions = [{ name: QUESTION, decision }];
      return { ...sent, ...wire.body({ model, state: prompt, questions }) };
    },
    send,
    reply(result, body) {
      const [asked] = wire.asked(body).questions as [NamedDecision];
      return decidedReply(wire.decided(result, asked, vendor.title), result);
    },
  };
}

/**
 * An answer as a reply, whose text is the answer as JSON; a refusal where there is none. Some hosts
 * count no output, since there is none.
 */
function decidedReply(decided: Decided | undefined, response: unknown): Reply {
  const usage = at(response, "usage");
  const counted = typeof usage === "object" ? { output_tokens: 0, ...usage } : undefined;
  const beside = { ...(response as object), usage: counted };
  if (decided === undefined) return lenientReply("", "refusal", beside);
  return lenientReply(JSON.stringify(decided), "stop", beside);
}
