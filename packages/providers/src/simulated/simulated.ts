import {
  type Provider,
  type Random,
  random,
  type Reply,
  type Request,
  type ScoredText,
  type Usage,
} from "@promptnce/core";
import { asked, type Scored, type Spoken } from "./asked.ts";
import { beliefs } from "./beliefs.ts";
import { ERROR_MODEL } from "./error-model.ts";
import { type Joint, jointIdentity } from "./joint.ts";
import { modelLike, modelLikeLogProbability } from "./model-like.ts";
import type { PromptReader } from "./prompt-reader.ts";
import { ProviderError } from "../errors/errors.ts";
import { replyForm } from "./reply-form.ts";
import { saidJson } from "./said.ts";
import { truthful, truthfulLogProbability } from "./truthful.ts";

/** `truthful` knows the joint distribution; `model-like` errs as models do, see `ERROR_MODEL`. */
export type Profile = "truthful" | "model-like";

export interface SimulatedOptions {
  /** Finds out what a prompt asks: the respondent sees nothing but the prompt. */
  readonly read: PromptReader;
  /** What is answered from: one joint distribution for every task, or one for each task by name. */
  readonly joint: Joint | ReadonlyMap<string, Joint>;
  readonly profile: Profile;
  /** Fixes the errors of `model-like`; `truthful` makes none. */
  readonly seed: string | number;
  /** The model's name in tables; that of the profile by default. */
  readonly model?: string;
}

/**
 * A respondent without a model: it reads the prompt, answers from a joint distribution, and writes
 * the JSON that the prompt asks for. A reply is a function of the seed, the prompt, the sample and
 * the attempt, whatever was asked before. Its token counts are estimates, four characters each.
 *
 * It scores a text behind a prompt as one token with the probability it holds to be right.
 *
 * A prompt that cannot be read, or is of a task without a distribution, is an error of kind
 * `prompt` and not a reply: it is a mistake in the wording, never data.
 */
export function simulated(options: SimulatedOptions): Provider {
  const { read, joint, profile, seed, model = profile } = options;
  const answer = profile === "truthful" ? truthfully : asModelsDo(seed);
  return {
    name: "simulated",
    model,
    scores: true,
    settings: {
      profile,
      data: isOne(joint) ? jointIdentity(joint) : [...joint.values()].map(jointIdentity),
      ...(profile === "model-like" && { seed, errorModel: ERROR_MODEL.version }),
    },
    async complete(request, { signal } = {}) {
      const { prompt, continuation } = request;
      signal?.throwIfAborted();
      const found = read(prompt, continuation);
      if (found === undefined) throw unread(prompt);
      const world = isOne(joint) ? joint : joint.get(found.task);
      if (world === undefined) throw unknownTask(found.task);
      const question = asked(found);
      if (question.kind === "likelihood") {
        const logprob = answer.score(question, world, request);
        const scored: ScoredText = { tokens: [{ text: question.y, logprob }] };
        const text = JSON.stringify(scored);
        return { text, stop: "end", usage: usage(prompt + question.y, "") };
      }
      const written = answer.say(question, world, request);
      return { ...written, usage: usage(prompt, written.text) };
    },
  };
}

interface Answer {
  say(question: Spoken, joint: Joint, request: Request): Pick<Reply, "text" | "stop">;
  /** The natural log-probability of y. */
  score(question: Scored, joint: Joint, request: Request): number;
}

const truthfully: Answer = {
  say: (question, joint) => ({
    text: saidJson(truthful(question, joint), notes(question)),
    stop: "end",
  }),
  score: truthfulLogProbability,
};

function asModelsDo(seed: string | number): Answer {
  const drawnFor = ({ prompt, sample, attempt, continuation }: Request): Random => {
    const rest = [...(attempt === undefined ? [] : [attempt]), ...(continuation ? [continuation] : [])];
    return random(JSON.stringify([seed, "sample", prompt, sample, ...rest]));
  };
  return {
    say: (question, joint, request) => {
      const source = drawnFor(request);
      return replyForm(modelLike(question, beliefs(joint, seed), source), notes(question), source);
    },
    score: (question, joint, request) => modelLikeLogProbability(question, beliefs(joint, seed), drawnFor(request)),
  };
}

/** The short note that prompts for one number ask for, the grounded ones excepted. */
function notes({ kind }: Spoken): string {
  const wanted = kind === "pmi" || kind === "conditional" || kind === "marginal";
  return wanted ? ', "notes": "simulated"' : "";
}

function isOne(joint: Joint | ReadonlyMap<string, Joint>): joint is Joint {
  return "conditional" in joint;
}

function usage(prompt: string, text: string): Usage {
  return { inputTokens: Math.ceil(prompt.length / 4), outputTokens: Math.ceil(text.length / 4) };
}

function unread(prompt: string): ProviderError {
  const start = JSON.stringify(prompt.slice(0, 60));
  return new ProviderError(
    `The simulated respondent cannot read the prompt that begins ${start}: no known template has this wording; check the template or the reader given as read.`,
    { kind: "prompt", retryable: false },
  );
}

function unknownTask(task: string): ProviderError {
  return new ProviderError(
    `The simulated respondent has no distribution for the task ${task}: add one to the map given as joint.`,
    { kind: "prompt", retryable: false },
  );
}
