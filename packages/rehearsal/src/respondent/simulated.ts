import type {
  Input,
  Joint,
  PromptReader,
  Provider,
  Request,
  ScoredText,
  Usage,
} from "@promptnce/core";
import { type Random, random } from "@promptnce/core/sampling";
import { beliefs } from "./beliefs.ts";
import { clumsyReply, MANNERS_VERSION } from "./clumsy-reply.ts";
import { ERROR_MODEL } from "./error-model.ts";
import { decidedText } from "./decided-text.ts";
import { jointIdentity, truthful } from "./truthful.ts";
import { modelLike } from "./model-like.ts";
import { optionTokens } from "./option-tokens.ts";
import { needed, replyJson, replyMembers, unanswerable } from "./reply-json.ts";
import { untidyReply } from "./untidy-reply.ts";

/**
 * `truthful` answers with the joint distribution. `model-like` makes the errors of models: see
 * `ERROR_MODEL`. `clueless` makes the same errors, ignores x, and writes like a small real model.
 * It is a negative control: no method may rank above chance with it.
 */
export type Profile = "truthful" | "model-like" | "clueless";

export interface SimulatedOptions {
  /**
   * Reads a prompt, such as `readPrompt` of `@promptnce/prompts`; the respondent itself knows no
   * wording.
   */
  readonly read: PromptReader;
  /** The joint distribution for all tasks, or one for each task by name. */
  readonly joint: Joint | ReadonlyMap<string, Joint>;
  readonly profile: Profile;
  /** The seed of the errors; `truthful` makes none. */
  readonly seed: string | number;
  /** The model's name in tables; the profile's by default. */
  readonly model?: string;
}

/**
 * A provider without a model: it reads the prompt, answers from a joint distribution, and writes
 * the JSON that the prompt asks for. A reply depends only on the seed, the prompt, the sample and
 * the attempt. Its token counts are estimates of four characters a token.
 *
 * If the wording is one that is read from tokens, the reply is the distribution over the options
 * that the prompt shows, and a decision gets the probability of each option, which `truthful` does
 * not round and the others round to two decimals. A text after a prompt is scored as one token with the respondent's
 * probability.
 *
 * A prompt that cannot be read, or whose task has no distribution, is a ProviderError of kind
 * `prompt`: it is a mistake in the wording, not data.
 *
 * @example
 * import { findTemplate, readPrompt } from "@promptnce/prompts";
 * const joint = { name: "ours", marginal: new Map([["PUSH", 0.02]]), conditional: () => 0.1 };
 * const provider = simulated({ joint, read: readPrompt, profile: "truthful", seed: 1 });
 * const question = { kind: "marginal", task: "words", sample: 0, y: "PUSH" };
 * const prompt = findTemplate(question).render(question);
 * (await provider.complete({ prompt, sample: 0 })).text;
 * // → '{"p_base": 0.02, "notes": "simulated"}'
 */
export function simulated(options: SimulatedOptions): Provider {
  const { read, joint, profile, seed, model = profile } = options;
  return {
    name: "simulated",
    model,
    scores: true,
    distributes: true,
    decides: 255,
    settings: {
      profile,
      // A distribution may be made once it is asked about, and a server asks for no identity.
      get data() {
        return isOne(joint) ? jointIdentity(joint) : [...joint.values()].map(jointIdentity);
      },
      ...(profile !== "truthful" && { seed, errorModel: ERROR_MODEL.version }),
      ...(profile === "clueless" && { manners: MANNERS_VERSION }),
    },
    async complete(request, { signal } = {}) {
      const { prompt, continuation, decision } = request;
      signal?.throwIfAborted();
      const found = read(prompt, continuation, decision);
      if (found === undefined) {
        const start = JSON.stringify(prompt.slice(0, 60));
        throw unanswerable(
          `cannot read the prompt that begins ${start}: no known template has this wording; check the template or the reader given as read.`,
        );
      }
      const all = isOne(joint) ? joint : joint.get(found.task);
      if (all === undefined) {
        throw unanswerable(
          `has no distribution for the task ${found.task}: add one to the map given as joint.`,
        );
      }
      const world = inContext(all, found.context ?? found.x);
      const blind = profile === "clueless";
      const question = blind && found.x !== undefined ? { ...found, x: {} } : found;
      const { kind, x, options: among } = question;
      const seen = blind ? JSON.stringify(question) : prompt;
      const believed = blind ? withoutInput(world) : world;
      const source =
        profile === "truthful" ? undefined : drawnFor({ ...request, prompt: seen }, seed);
      const numbers = source
        ? modelLike(beliefs(believed, seed), source, among === undefined && decision === undefined)
        : truthful(world);
      if (kind === "likelihood") {
        const y = needed(question, "y");
        const scored: ScoredText = { tokens: [{ text: y, logprob: numbers.logProbability(x, y) }] };
        return { text: JSON.stringify(scored), stop: "end", usage: usage(prompt + y, "") };
      }
      const members = replyMembers({ ...question, kind }, numbers);
      if (decision !== undefined) {
        const text = decidedText(decision, members, source !== undefined);
        return { text, stop: "end", usage: usage(prompt + JSON.stringify(decision), "") };
      }
      if (among !== undefined) {
        const text = optionTokens(among, members, source !== undefined);
        return { text, stop: "end", usage: usage(prompt, "") };
      }
      // Prompts for one number ask for a short note, except grounded ones.
      const notes = ["pmi", "conditional", "marginal"].includes(kind)
        ? ', "notes": "simulated"'
        : "";
      const write = blind ? clumsyReply : untidyReply;
      const { text, stop } = source
        ? write(members, notes, source)
        : { text: replyJson(members, notes), stop: "end" as const };
      return { text, stop, usage: usage(prompt, text) };
    },
  };
}

/**
 * The source of the errors of one reply, which differ between samples of a prompt and between
 * attempts at a sample.
 */
function drawnFor(
  { prompt, sample, attempt, continuation, decision }: Request,
  seed: string | number,
): Random {
  const rest = [
    ...(attempt === undefined ? [] : [attempt]),
    ...(continuation ? [continuation] : []),
    ...(decision ? [decision] : []),
  ];
  return random(JSON.stringify([seed, "sample", prompt, sample, ...rest]));
}

/**
 * The distribution in the context that the prompt's fields give; the distribution itself if it has
 * no contexts.
 */
function inContext(joint: Joint, fields: Input | undefined): Joint {
  if (joint.marginalIn === undefined || fields === undefined) return joint;
  return { ...joint, marginal: joint.marginalIn(fields) };
}

/** The distribution for a respondent that does not see x. */
function withoutInput(joint: Joint): Joint {
  return { ...joint, conditional: (_, y) => joint.marginal.get(y) ?? 0 };
}

function isOne(joint: Joint | ReadonlyMap<string, Joint>): joint is Joint {
  return "conditional" in joint;
}

function usage(prompt: string, text: string): Usage {
  return { inputTokens: Math.ceil(prompt.length / 4), outputTokens: Math.ceil(text.length / 4) };
}
