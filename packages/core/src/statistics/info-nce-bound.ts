import { logMeanExp } from "../numerics/log-mean-exp.ts";

/** One contrastive question: the critic's score of every candidate, and which one was drawn with x. */
export interface ContrastiveScores {
  /** f(x, yⱼ) of the K candidates, in nats; −∞ is allowed. */
  readonly scores: ArrayLike<number>;
  /** The place of the true y among them. */
  readonly target: number;
}

export interface InfoNceBound {
  /** In nats, never above `ceiling`; NaN without questions. */
  readonly bound: number;
  /** log K: the bound cannot show more mutual information than this. */
  readonly ceiling: number;
}

/**
 * The InfoNCE lower bound on mutual information (van den Oord et al., 2018): the mean over questions of f(x, y) − log
 * mean e^f(x, yⱼ), the mean taken over all K candidates, the true one among them. Best for the critic that is PMI, up
 * to any function of x.
 * @throws RangeError on NaN or +∞, where the questions differ in K, and where a target is no candidate's place
 */
export function infoNceBound(questions: readonly ContrastiveScores[]): InfoNceBound {
  const K = questions[0]?.scores.length ?? Number.NaN;
  let sum = 0;
  questions.forEach(({ scores, target }, i) => {
    if (scores.length !== K) {
      throw new RangeError(
        `infoNceBound takes questions with the same number of candidates; question ${i} has ${scores.length}, not ${K}`,
      );
    }
    if (!(Number.isInteger(target) && target >= 0 && target < K)) {
      throw new RangeError(`the target of question ${i} is the place of a candidate from 0 to ${K - 1}, not ${target}`);
    }
    const score = scores[target]!;
    sum += score === Number.NEGATIVE_INFINITY ? score : score - logMeanExp(scores);
  });
  return { bound: sum / questions.length, ceiling: Math.log(K) };
}
