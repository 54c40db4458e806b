import { type DecisionAnswer, type Provider, SIMULATED_REPLY } from "@promptnce/core";
import { parsedJson } from "@promptnce/core/json";
import type { AskedDecisions, NamedAnswer } from "../wire/asked-decisions.ts";
import type { WireReply } from "../wire/wires.ts";
import { answersTo, inputTokens } from "./decision-server.ts";
import type { FaultKind } from "./fault.ts";

/** A simulated reply to be made of a respondent's decisions. */
interface DecidedReplyOptions {
  readonly number: number | string;
  /** The model's name in the reply. */
  readonly model: string;
  readonly sample: number;
  readonly fault?: FaultKind | undefined;
}

/**
 * The respondent's decisions as the server sends them; a fault may spoil them.
 *
 * @throws Error where the respondent cannot answer a question.
 */
export async function decidedReply(
  respondent: Provider,
  asked: AskedDecisions,
  { number, model, sample, fault }: DecidedReplyOptions,
): Promise<WireReply> {
  const answers = await answersTo(asked, async (state, { decision }) => {
    const { text } = await respondent.complete({ prompt: state, sample, decision });
    return spoiled(parsedJson(text) as DecisionAnswer, fault);
  });
  return {
    id: `${SIMULATED_REPLY}${number}`,
    model,
    text: "",
    stop: "end",
    usage: { inputTokens: inputTokens(asked), outputTokens: 0 },
    decided: { questions: asked.questions, answers: withoutSome(answers, fault) },
  };
}

/** A refusal concerns the first question, and a reply that is cut short lacks the later answers. */
function withoutSome(
  answers: readonly NamedAnswer[],
  fault: FaultKind | undefined,
): readonly NamedAnswer[] {
  if (fault === "truncated") return answers.slice(0, Math.ceil(answers.length / 2));
  if (fault !== "refusal") return answers;
  return answers.map((answer, i) => (i === 0 ? { ...answer, decided: undefined } : answer));
}

/** An answer as some hosts give it: not the numbers that were asked for, or oddly told. */
function spoiled(decided: DecisionAnswer, fault: FaultKind | undefined): DecisionAnswer {
  const { probability, probabilities = [] } = decided;
  if (fault === "malformed") {
    return probability === undefined
      ? { probabilities: probabilities.map(({ id }) => ({ id, probability: "?" as never })) }
      : { probability: "?" as never };
  }
  if (probability !== undefined) return decided;
  if (fault === "odd-choice") {
    const least = Math.min(...probabilities.map((one) => one.probability));
    const choice = probabilities.findLast((one) => one.probability === least)?.id;
    return { ...decided, ...(choice !== undefined && { choice }) };
  }
  if (fault !== "booleans") return decided;
  return { probabilities: [...probabilities, { id: true as never, probability: 0 }] };
}
