import type { Input, PromptReader, Provider } from "@promptnce/core";
import { type Random, random } from "@promptnce/core/sampling";
import type { Request, ScoredText, Usage } from "@promptnce/core";
import { beliefs } from "./beliefs.ts";
import { clumsyReply, MANNERS_VERSION } from "./clumsy-reply.ts";
import { ERROR_MODEL } from "./error-model.ts";
import { type Joint, jointIdentity, truthful } from "./truthful.ts";
import { modelLike } from "./model-like.ts";
import { optionTokens } from "./option-tokens.ts";
import { needed, replyJson, replyMembers, unanswerable } from "./reply-json.ts";
import { untidyReply } from "./untidy-reply.ts";

export { ERROR_MODEL } from "./error-model.ts";
export { type Joint, truthful } from "./truthful.ts";

/**
 * `truthful` knows the joint distribution; `model-like` errs as models do, see `ERROR_MODEL`; `clueless` errs likewise
 * and says the same of any x, in a small real model's manners: a negative control, by which nothing may win.
 */
export type Profile = "truthful" | "model-like" | "clueless";

export interface SimulatedOptions {
  /** Reads a prompt, all that is seen; handed in, as `readPrompt` of `@promptnce/prompts`: no wording is known here. */
  readonly read: PromptReader;
  /** What is answered from: one joint distribution for every task, or one for each task by name. */
  readonly joint: Joint | ReadonlyMap<string, Joint>;
  readonly profile: Profile;
  /** Fixes the errors of the others; `truthful` makes none. */
  readonly seed: string | number;
  /** The model's name in tables; that of the profile by default. */
  readonly model?: string;
}

/**
 * A respondent without a model: it reads the prompt, answers from a joint distribution, and writes
 * the JSON that the prompt asks for. A reply is a function of the seed, the prompt, the sample and
 * the attempt, whatever was asked before. Its token counts are estimates, four characters each.
 *
 * Asked in a wording that is read from tokens, it gives the distribution over the options that the prompt shows.
 *
 * It scores a text behind a prompt as one token with the probability it holds to be right.
 *
 * A prompt that cannot be read, or is of a task without a distribution, is an error of kind
 * `prompt` and not a reply: it is a mistake in the wording, never data.
 */
export function simulated(options: SimulatedOptions): Provider {
  const { read, joint, profile, seed, model = profile } = options;
  return {
    name: "simulated",
    model,
    scores: true,
    distributes: true,
    settings: {
      profile,
      data: isOne(joint) ? jointIdentity(joint) : [...joint.values()].map(jointIdentity),
      ...(profile !== "truthful" && { seed, errorModel: ERROR_MODEL.version }),
      ...(profile === "clueless" && { manners: MANNERS_VERSION }),
    },
    async complete(request, { signal } = {}) {
      const { prompt, continuation } = request;
      signal?.throwIfAborted();
      const found = read(prompt, continuation);
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
      const asked = blind && found.x !== undefined ? { ...found, x: {} } : found;
      const { kind, x, options: among } = asked;
      const [seen, known] = blind ? [JSON.stringify(asked), withoutInput(world)] : [prompt, world];
      const source =
        profile === "truthful" ? undefined : drawnFor({ ...request, prompt: seen }, seed);
      const numbers = source
        ? modelLike(beliefs(known, seed), source, among === undefined)
        : truthful(world);
      if (kind === "likelihood") {
        const y = needed(asked, "y");
        const scored: ScoredText = { tokens: [{ text: y, logprob: numbers.logProbability(x, y) }] };
        return { text: JSON.stringify(scored), stop: "end", usage: usage(prompt + y, "") };
      }
      const members = replyMembers({ ...asked, kind }, numbers);
      if (among !== undefined) {
        const text = optionTokens(among, members, source !== undefined);
        return { text, stop: "end", usage: usage(prompt, "") };
      }
      // The short note that prompts for one number ask for, the grounded ones excepted.
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

/** What differs between samples of one prompt, and between attempts at one sample. */
function drawnFor(
  { prompt, sample, attempt, continuation }: Request,
  seed: string | number,
): Random {
  const rest = [
    ...(attempt === undefined ? [] : [attempt]),
    ...(continuation ? [continuation] : []),
  ];
  return random(JSON.stringify([seed, "sample", prompt, sample, ...rest]));
}

/** The distribution in the context among the fields that a prompt shows, where there are contexts. */
function inContext(joint: Joint, fields: Input | undefined): Joint {
  if (joint.marginalIn === undefined || fields === undefined) return joint;
  return { ...joint, marginal: joint.marginalIn(fields) };
}

/** The distribution to somebody who sees no x. */
function withoutInput(joint: Joint): Joint {
  return { ...joint, conditional: (_, y) => joint.marginal.get(y) ?? 0 };
}

function isOne(joint: Joint | ReadonlyMap<string, Joint>): joint is Joint {
  return "conditional" in joint;
}

function usage(prompt: string, text: string): Usage {
  return { inputTokens: Math.ceil(prompt.length / 4), outputTokens: Math.ceil(text.length / 4) };
}
