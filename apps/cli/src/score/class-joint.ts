import type { ReadClass } from "@promptnce/case-study";
import type { Joint } from "@promptnce/providers";

/**
 * What the simulated respondent answers from about a real class: how often each text was written,
 * and nothing of what a summary says. A run with it rehearses the commands; its win rates are those
 * of a coin.
 */
export function classJoint({ students }: Pick<ReadClass, "students">): Joint {
  const counts = new Map<string, number>();
  const written = students.flatMap(({ window, later }) => [...window, ...later]);
  for (const { code } of written) counts.set(code, (counts.get(code) ?? 0) + 1);
  const marginal = new Map(Array.from(counts, ([code, count]) => [code, count / written.length]));
  return { name: "class", marginal, conditional: (_, code) => marginal.get(code) ?? 0 };
}
