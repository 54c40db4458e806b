import {
  type Continuation,
  type Provider,
  type Question,
  type Reply,
  requestOf,
} from "@promptnce/core";
import { findTemplate, tokenizedText } from "@promptnce/prompts";
import { ProviderError } from "@promptnce/core/errors";
import type { VendorDescriptor, VendorModel } from "@promptnce/providers/vendors";
import { type Diagnosis, replyOr } from "./finding.ts";
import { examineRespondent } from "./respondent.ts";

/** The model under test, its connection and its provider. */
export interface Target extends VendorModel {
  readonly vendor: VendorDescriptor;
}

type Settings = Provider["settings"];

const QUESTION: Question = { kind: "marginal", task: "chaosnli", y: "neutral", sample: 0 };

/**
 * The default limit of a reply, because a small model's notes can run on. A model that thinks may
 * need more.
 */
const MAX_TOKENS = 512;

/**
 * Checks what kind of respondent the model is, which parameters it rejects, and whether it can
 * score a given text. A parameter that a server accepts and ignores cannot be distinguished from
 * one that it applies.
 */
export async function probeProvider(target: Target): Promise<Diagnosis[]> {
  const { vendor, baseURL } = target;
  const name = (baseURL === undefined ? undefined : vendor.compatible) ?? vendor.name;
  const check = `${name} ${target.file ?? target.model}`;
  const provider = await replyOr(askedAsInRun(target));
  if (provider instanceof ProviderError)
    return [{ status: "fail", check, message: provider.message }];
  const findings = await examineRespondent(check, provider);
  if (findings[0]?.status === "fail" || vendor.decides) return findings;
  // The parameters that distinguish runs, under the vendor's names.
  const probes =
    (baseURL === undefined ? undefined : vendor.compatibleProbes) ?? vendor.probes ?? [];
  const taken = await Array.fromAsync(probes, (settings) => parameter(target, settings));
  return [...findings, ...taken, await probeScoring(target)];
}

async function parameter(target: Target, settings: Settings): Promise<Diagnosis> {
  const check = Object.keys(settings).join();
  const shown = JSON.stringify(settings);
  const reply = await replyOr(ask(target, settings));
  if (!(reply instanceof ProviderError))
    return { status: "ok", check, message: `${shown} is accepted` };
  const how =
    reply.kind === "request" ? "is refused, so leave it out of --settings" : "could not be tried";
  return { status: "warn", check, message: `${shown} ${how}: ${reply.message}` };
}

/**
 * Whether the model can score a given text. Tries a model file directly, and a server in every
 * known way.
 */
async function probeScoring(target: Target): Promise<Diagnosis> {
  const check = "scoring";
  const tried: string[] = [];
  for (const [way, provider] of await scorers(target)) {
    const plain = await replyOr(score(provider, "plain"));
    if (!(plain instanceof ProviderError)) {
      const chat = await replyOr(score(provider, "chat"));
      const reach =
        chat instanceof ProviderError
          ? `as plain text only: ${chat.message}`
          : `as plain text and in a chat, where the model reads ${tokenizedText(chat.text).replaceAll("\n", "⏎")}`;
      return { status: "ok", check, message: `a given text can be scored${way}, ${reach}` };
    }
    tried.push(plain.message);
  }
  const why = tried.length === 0 ? "this interface gives no log-probabilities" : tried.join(" ");
  return {
    status: "warn",
    check,
    message: `a given text cannot be scored, which only GEM needs: ${why}`,
  };
}

/** The ways to try, each with the bench option that selects it. */
async function scorers(target: Target): Promise<(readonly [string, Provider])[]> {
  const { vendor, model, baseURL, apiKey } = target;
  if (vendor.scores) return [["", await providerOf(target, {})]];
  if (!vendor.options.includes("scoring") || baseURL === undefined) return [];
  const { llamaServer, sglang, vllm } = await import("@promptnce/providers/scoring");
  const options = { model, baseURL, timeoutMs: 60_000, ...(apiKey !== undefined && { apiKey }) };
  return [
    // First, because SGLang's server accepts many of vLLM's requests.
    [" with --scoring sglang", sglang(options)],
    [" with --scoring vllm", vllm(options)],
    [" with --scoring llama-server", llamaServer(options)],
  ];
}

function score(provider: Provider, template: Continuation["template"]): Promise<Reply> {
  return provider.complete({
    prompt: "a ",
    sample: 0,
    continuation: { text: "b", template, span: "content" },
  });
}

/** The provider as a run uses it: if the server rejects the grammar, it asks without one. */
async function askedAsInRun(target: Target): Promise<Provider> {
  const [provider, bare] = [
    await providerOf(target, {}),
    await providerOf({ ...target, grammar: "off" }, {}),
  ];
  const complete: Provider["complete"] = async (...call) => {
    const reply = await replyOr(provider.complete(...call));
    if (!(reply instanceof ProviderError)) return reply;
    if (reply.parameter === undefined) throw reply;
    return bare.complete(...call);
  };
  return { ...provider, complete };
}

async function ask(target: Target, settings: Settings): Promise<Reply> {
  // Whether a server supports constrained decoding is checked separately, among the parameters.
  const held = target.baseURL === undefined ? {} : { grammar: "off" as const };
  const provider = await providerOf({ ...target, ...held }, settings);
  return provider.complete(requestOf(findTemplate(QUESTION), QUESTION));
}

/**
 * Loads the vendor's adapter on demand, because an SDK takes time to load.
 *
 * @throws ProviderError if the vendor's key is missing
 */
function providerOf({ vendor, ...model }: Target, settings: Settings): Promise<Provider> {
  return vendor.load({
    ...model,
    settings,
    timeoutMs: 60_000,
    maxTokens: model.maxTokens ?? MAX_TOKENS,
  });
}
